"""No page of statistics is older than the last change, whatever it was."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Player, Season
from scorekeeper.people.deletion import delete_player, restore_player
from scorekeeper.people.merging import merge_players
from scorekeeper.statistics import history
from scorekeeper.tables.deletion import purge_deleted
from tests.app.support.factories import (
    a_game,
    a_hosted_group,
    a_round,
    correct,
    press_end,
    remove,
    set_target,
    submit,
    to,
    undo,
)
from tests.app.support.pages import Page


@pytest.fixture
def phone():
    phone, group = a_hosted_group(names=("Ana", "Ben", "Cho", "Dan"))
    group.seasons.create(name="Spring", first_day="2020-01-01", scale="wins")
    for names in (("Ana", "Ben", "Cho"), ("Ana", "Ben", "Cho"), ("Ben", "Cho", "Ana")):
        a_game(phone, group, names=names, target=80, rounds=2)
    a_game(phone, group, names=("Dan", "Ben", "Cho"), target=80, rounds=2)
    delete(phone)
    return phone


def pages():
    group = Group.objects.get()
    year, first = timezone.localdate().year, group.sessions.order_by("played_at").first().pk
    yield from (reverse(name, args=[group.pk]) for name in ("statistics", "evenings", "seasons"))
    yield from (reverse("season", args=[group.pk, one.pk]) for one in group.seasons.all())
    yield reverse("group_year", args=[group.pk, year])
    yield reverse("evening", args=[group.pk, first])
    yield reverse("family", args=[group.pk, "chimera"])
    ben = group.players.get(name="Ben").pk
    yield from (reverse("player", args=[ben]), reverse("player_year", args=[ben, year]))
    yield reverse("player_family", args=[ben, "chimera"])


def last_game():
    return GameSession.objects.filter(deleted_at=None).order_by("pk").last()


def delete(phone):
    session = last_game()
    submit(phone, to("options", session), to("delete", session))


def restore(phone):
    session = GameSession.objects.exclude(deleted_at=None).get()
    phone.post(to("restore", session))


def purge(phone):
    old = timezone.now() - timedelta(days=40)
    GameSession.objects.exclude(deleted_at=None).update(deleted_at=old)
    purge_deleted()


def rename(phone):
    cho = Group.objects.get().players.get(name="Cho")
    submit(phone, reverse("edit_player", args=[cho.pk]), name="Choi", mark=17)
    cho.refresh_from_db()
    assert (cho.name, cho.mark) == ("Choi", 17)


def merge(phone):
    players = Group.objects.get().players
    merge_players(players.get(name="Ana"), players.get(name="Dan"))


def change_options(phone, **fields):
    submit(phone, to("options", last_game()), **fields)


def recount(phone):
    GameSession.objects.update(margin=None, comeback=None, rounds=None)
    call_command("recount", verbosity=0)


def change_season(phone):
    season = Season.objects.get()
    address = reverse("edit_season", args=[season.group_id, season.pk])
    fields = {"name": "Autumn", "first_day": "2020-01-01", "scale": "places", "points": "5-3"}
    phone.post(address, fields)


def add_season(phone):
    address = reverse("new_season", args=[Group.objects.get().pk])
    phone.post(address, {"name": "Winter", "first_day": "2020-01-01", "scale": "rating"})


def delete_season(phone):
    season = Season.objects.get(name="Winter")
    phone.post(reverse("delete_season", args=[season.group_id, season.pk]), {"sure": "1"})


def change_points(phone):
    phone.post(reverse("group_points", args=[Group.objects.get().pk]), {"points": "4-2"})


def rename_group(phone):
    phone.post(reverse("group", args=[Group.objects.get().pk]), {"name": "Monday"})


# In this order: each change comes after those before it.
CHANGES = {
    "a correction": lambda phone: correct(phone, last_game(), 1, a_round(chimera=1)),
    "an undo": lambda phone: undo(phone, last_game()),
    "a restored game": restore,
    "a deletion": delete,
    "a purge": purge,
    "a game that goes on": lambda phone: remove(phone, last_game(), 1),
    "a game that ends again": lambda phone: undo(phone, last_game()),
    "another target": lambda phone: set_target(phone, last_game(), 40),
    "another day": lambda phone: change_options(phone, day="2024-02-29"),
    "a comment": lambda phone: change_options(phone, comment="What a game"),
    "a recount": recount,
    "a merge": merge,
    "a new name and mark": rename,
    "a deleted player": lambda phone: delete_player(Player.objects.get(name="Dan")),
    "a restored player": lambda phone: restore_player(Player.everyone.get(former_name="Dan")),
    "one more game": lambda phone: a_game(phone, target=80, rounds=2),
    "a game that was ended early": lambda phone: press_end(phone, a_game(phone, rounds=1)),
    "a changed season": change_season,
    "a new season": add_season,
    "a deleted season": delete_season,
    "points by place": change_points,
    "a new name of the group": rename_group,
    "another language": lambda phone: phone.defaults.update(HTTP_ACCEPT_LANGUAGE="de"),
}
UNSEEN = {"a purge", "a comment", "a recount"}


def test_every_page_is_as_new_as_the_last_change(phone):
    before = {}
    for change, make in CHANGES.items():
        before = {address: before.get(address) or phone.get(address) for address in pages()}
        make(phone)
        asked = {
            address: phone.get(address, headers={"If-None-Match": old.headers.get("ETag", "")})
            for address, old in before.items()
        }
        history._histories.clear()
        fresh = {address: phone.get(address) for address in before}
        same = [one for one in before if said(before[one]) == said(fresh[one])]
        assert (len(same) == len(before)) == (change in UNSEEN), change
        for address, answer in asked.items():
            now = before[address] if answer.status_code == 304 else answer
            assert now.status_code == fresh[address].status_code, (change, address)
            assert said(now) == said(fresh[address]), (change, address)
        before = fresh


def said(answer):
    """The text of a page, read once."""
    if not hasattr(answer, "said"):
        answer.said = Page(answer).said
    return answer.said
