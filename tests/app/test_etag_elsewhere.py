"""The ETag of a game changes with what its pages show of other games, and with nothing else."""

import re
from types import SimpleNamespace

import pytest

from scorekeeper.models import Link, Member, Role
from scorekeeper.people import groups
from tests.app.support.factories import (
    a_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    device,
    end_early,
    page_version,
    seen_by,
    set_target,
    submit,
    to,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.undone import undone

OVER = {"target": 60, "rounds": [a_round(0, 40)]}
NONCES = re.compile(r'value="[\w-]{36,}"|data-version="\d+"')


@pytest.fixture
def group():
    """A group with a game under way, one that is over, and an older one that Ben won."""
    phone, group = a_hosted_group(names=("Ana", "Ben", "Cho", "Dan"))
    scorer, viewer = (a_member(group, role) for role in (Role.SCORER, Role.VIEWER))
    older = a_game(phone, group, target=60, rounds=[a_round(1, 30)])
    finished = a_game(phone, group, **OVER)
    running = a_game(phone, group, names=("Ana", "Ben", "Eve"), rounds=2)
    add(seen_by(scorer, running), a_round())
    for one in (phone, viewer):
        one.get(to("table", running))  # sets cookies
    return SimpleNamespace(
        it=group, phone=phone, viewer=viewer, older=older, finished=finished, running=running
    )


def pages_of(group, session):
    """The content and ETag of pages of this game on two devices."""
    pages = {}
    for phone, name in ((group.phone, "table"), (group.phone, "display"), (group.viewer, "table")):
        response = phone.get(to(name, session))
        pages[phone, name] = NONCES.sub("", response.content.decode()), response.headers["ETag"]
    return pages


def start_five(group):
    for _ in range(5):
        a_game(group.phone, group.it, names=("Ben", "Cho", "Dan"), rounds=1)


def end_score_sheet(group):
    options = {"rows": [{"name": "A"}], "title": "", "lowest_wins": False}
    end_early(group.phone, a_game(group.phone, group.it, game="score_sheet", options=options))


def start_rematch(group):
    form = Page(group.phone.get(to("table", group.finished))).form_called("rematch")
    group.phone.post(form.action, {**form.fields, "start": "again"})
    assert "Go to the next game" in Page(group.phone.get(to("table", group.finished))).said


def delete(group):
    submit(group.phone, to("options", group.older), to("delete", group.older))


def restore(group):
    delete(group)
    group.phone.post(to("restore", group.older))


def merge(group):
    dan, daniel = group.it.players.get(name="Dan"), group.it.players.create(name="Daniel")
    group.phone.post(f"/players/{dan.pk}/merge/", {"into": daniel.pk, "sure": "1"})
    assert not group.it.players.filter(name="Dan").exists()


def post(address, **fields):
    return lambda group: group.phone.post(address(group), fields)


def ana(group):
    return f"/players/{group.it.players.get(name='Ana').pk}/edit/"


def scorer(group):
    return Member.objects.get(group=group.it, role=Role.SCORER)


def promote(group):
    groups.set_role(scorer(group), Role.HOST)


def join(group):
    groups.let_in(Link.to_host(group.it), device(a_phone()), "a phone", "")


ELSEWHERE = {
    "five games get a round": start_five,
    "a game of the kind ends": lambda group: a_game(group.phone, group.it, **OVER),
    "a game of another kind ends": lambda group: a_game(
        group.phone, group.it, **OVER | {"target": 61}
    ),
    "another game ends": end_score_sheet,
    "a correction": lambda group: correct(group.phone, group.older, 1, a_round(1, 40)),
    "a game reopened": lambda group: undo(group.phone, group.older),
    "another target": lambda group: set_target(group.phone, group.older, 61),
    "a rematch": start_rematch,
    "a game deleted": delete,
    "a game restored": restore,
    "a new name of the group": post(lambda group: f"/groups/{group.it.pk}/", name="Monday"),
    "points by place": post(lambda group: f"/groups/{group.it.pk}/points/", points="4-2"),
}
HERE = {
    "others merged": merge,
    "a player’s name": post(ana, name="Anna"),
    "a player’s mark": post(ana, name="Ana", mark=17),
    "a device’s name": post(lambda group: f"/devices/{scorer(group).pk}/", name="Cleo’s phone"),
    "a device’s role": promote,
    "a new device": join,
}


def test_the_etag_of_a_game_changes_with_what_it_shows_of_its_group(clock, group):
    sessions = (group.running, group.finished)
    before, version = [pages_of(group, one) for one in sessions], page_version(group.running)
    for what, change in (ELSEWHERE | HERE).items():
        with undone(group.phone):
            change(group)
            after = [pages_of(group, one) for one in sessions]
            for old, new in zip(before, after, strict=True):
                for page, (content, etag) in old.items():
                    assert new[page][0] == content or new[page][1] != etag, (what, page)
            assert (after[0] == before[0]) == (what in ELSEWHERE), what
            assert (page_version(group.running) == version) == (what in ELSEWHERE), what
