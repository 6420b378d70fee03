"""An unchanged table page takes one query; a changed one is sent again."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.models.sessions import FADES
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    draft,
    enter,
    press_end,
    remove,
    set_target,
    submit,
    to,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.undone import undone


def look(phone, session, etag=None):
    headers = {"If-None-Match": etag} if etag else {}
    return phone.get(to("table", session), headers=headers)


def settled(phone, session):
    """The ETag for a phone that has all its cookies."""
    look(phone, session)
    return look(phone, session).headers["ETag"]


def merge(phone, session):
    player, other = session.group.players.get(name="Ana"), session.group.players.create(name="Anna")
    phone.post(f"/players/{player.pk}/merge/", {"into": other.pk, "sure": "1"})


def note(phone, session):
    draft(phone, session, bid="30")


def comment(phone, session):
    submit(phone, to("options", session), comment="late")


def get_less(phone, session):
    Member.objects.update(role=Role.VIEWER)


def choose_theme(phone, session):
    phone.post("/theme/", {"theme": "dark"})


def turn_sounds_on(phone, session):
    phone.post("/feedback/", {"sounds": "on"})


def turn_the_caller_on(phone, session):
    phone.post("/caller/", {"level": "round"})


def lose_csrf_cookie(phone, session):
    del phone.cookies["csrftoken"]


def change_csrf_cookie(phone, session):
    phone.cookies["csrftoken"] = "x" * 32


CHANGES = {
    "save": enter,
    "correct": lambda phone, session: correct(phone, session, 1, a_round(1)),
    "remove": lambda phone, session: remove(phone, session, 1),
    "undo": undo,
    "target": lambda phone, session: set_target(phone, session, 250),
    "end": press_end,
    "note": note,
    "comment": comment,
    "merge": merge,
    "role": get_less,
    "theme": choose_theme,
    "sounds": turn_sounds_on,
    "caller": turn_the_caller_on,
    "no csrf cookie": lose_csrf_cookie,
    "another csrf cookie": change_csrf_cookie,
}


def test_an_unchanged_page_takes_one_query():
    phone, session = a_hosted_game(target=99999, rounds=40)
    etag = settled(phone, session)
    with CaptureQueriesContext(connection) as queries:
        response = look(phone, session, etag)
    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["ETag"] == etag
    assert len(queries) == 1


def test_a_page_compressed_on_the_way_is_recognized():
    phone, session = a_hosted_game(rounds=3)
    settled(phone, session)
    compressed = phone.get(to("table", session), headers={"Accept-Encoding": "gzip"})
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert look(phone, session, compressed.headers["ETag"]).status_code == 304


def test_a_changed_page_is_sent_again(clock):
    phone, session = a_hosted_game(rounds=1)
    etag = settled(phone, session)
    for what, change in CHANGES.items():
        with undone(phone):
            change(phone, session)
            response = look(phone, session, etag)
            assert (what, response.status_code) == (what, 200)
            assert response.headers["ETag"] != etag, what
        assert (what, look(phone, session, etag).status_code) == (what, 304)


def test_a_page_that_names_who_is_entering_is_sent_again_when_that_expires():
    phone, session = a_hosted_game(rounds=1)
    other = a_member(session.group, Role.SCORER)
    note(other, session)
    etag = settled(phone, session)
    assert look(phone, session, etag).status_code == 304
    draft = GameSession.objects.get(pk=session.pk).draft
    long_ago = (timezone.now() - FADES).isoformat()
    GameSession.objects.filter(pk=session.pk).update(draft={**draft, "at": long_ago})
    response = look(phone, session, etag)
    assert response.status_code == 200
    assert "begun:" in Page(response).said


def delete(phone, session):
    phone.post(to("delete", session))


def merge_anna(phone, session):
    anna, ana = (session.group.players.get(name=name) for name in ("Anna", "Ana"))
    phone.post(f"/players/{anna.pk}/merge/", {"into": ana.pk, "sure": "1"})


COMPARED = {
    "corrected": lambda phone, older: correct(phone, older, 1, a_round(0, 30)),
    "reopened by a correction": lambda phone, older: correct(phone, older, 1, a_round(0, 20)),
    "reopened by its target": lambda phone, older: set_target(phone, older, 250),
    "set to a target that does not compare": lambda phone, older: set_target(phone, older, 62),
    "undone": undo,
    "deleted": delete,
    "merged": merge_anna,
}


def test_a_finished_game_is_sent_again_when_an_older_game_it_compares_with_changes(clock):
    phone, older = a_hosted_game(names=("Anna", "Ben", "Cho"), target=60, rounds=[a_round(0, 40)])
    later = a_game(phone, target=60, rounds=[a_round(0, 30)])
    etag = settled(phone, later)
    for what, change in COMPARED.items():
        with undone(phone):
            change(phone, older)
            assert (what, look(phone, later, etag).status_code) == (what, 200)
    phone.post(to("delete", older))
    etag = settled(phone, later)
    phone.post(to("restore", older))
    assert look(phone, later, etag).status_code == 200


def test_a_round_in_one_game_does_not_send_other_pages_again():
    phone = a_phone()
    played, running, finished = (
        a_game(phone, target=target, rounds=[a_round(0, 40)]) for target in (400, 400, 60)
    )
    etags = {other: settled(phone, other) for other in (running, finished)}
    add(played, a_round())
    answers = [look(phone, other, etag).status_code for other, etag in etags.items()]
    assert answers == [304, 304]


def test_a_change_in_one_group_does_not_send_pages_of_another_again():
    phone, changed = a_hosted_game(target=60, rounds=[a_round(0, 40)])
    elsewhere = a_game(phone, a_group(phone, "Office"), target=60, rounds=[a_round(0, 40)])
    etag = settled(phone, elsewhere)
    correct(phone, changed, 1, a_round(0, 30))
    assert look(phone, elsewhere, etag).status_code == 304


def test_a_new_release_sends_every_page_again_and_a_deleted_game_is_gone(settings):
    phone = a_phone()
    session, other = a_game(phone), a_game(phone)
    etag = settled(phone, session)
    assert settled(phone, other) != etag
    phone.post(to("delete", session))
    assert look(phone, session, etag).status_code == 404
    etag = settled(phone, other)
    settings.RELEASE = "another"
    assert look(phone, other, etag).status_code == 200


def test_no_page_of_a_group_is_cached_by_a_proxy_or_shown_without_asking():
    phone, session = a_hosted_game()
    pages = "/", "/games/", *(to(name, session) for name in ("table", "history", "record"))
    answers = {page: phone.get(page).headers["Cache-Control"] for page in pages}
    assert answers == dict.fromkeys(pages, "private, no-cache")
