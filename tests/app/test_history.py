"""The history: who did what, and one tap to restore any point of a game."""

from uuid import uuid4

import pytest

from scorekeeper.models import REMOVED, GameSession, Member, Revision, Role
from tests.app.support.factories import (
    a_game,
    a_member,
    a_phone,
    a_round,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    remove,
    set_back,
    set_target,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def said(phone, session):
    return Page(phone.get(to("history", session))).said


def standing(session):
    """The current entries, in playing order."""
    return [entry.data for entry in table_of(session).entries]


def offered(phone, session):
    """The changes that the page offers to restore, counted from the first."""
    changes = [to("set_back", session, entry.pk) for entry in table_of(session).changes]
    buttons = [
        b.get("formaction")
        for form in Page(phone.get(to("history", session))).forms
        for b in form.buttons
    ]
    return sorted(changes.index(address) for address in buttons)


def test_every_change_names_its_device():
    host = a_phone()
    session = a_game(host, rounds=1)
    other = a_phone()
    let_in(other, session.group, Role.SCORER, name="Ben’s phone")
    correct(other, session, 1, a_round(1))
    page = said(host, session)
    assert (
        page.index("Round 1 corrected") < page.index("Ben’s phone") < page.index("Round 1 entered")
    )
    assert "a phone" in page


def test_one_tap_restores_the_game_to_just_after_a_change():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    then = standing(session)[:2]
    correct(phone, session, 1, a_round(1, 40))
    remove(phone, session, 2)
    assert set_back(phone, session, 2).url == to("table", session) + "#saved"
    assert standing(session) == then
    assert totals(session) == (80, 0, 0)


def test_restoring_a_point_adds_to_the_history_and_removes_nothing():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    before = list(Revision.objects.order_by("pk").values("pk", "data", "revision"))
    set_back(phone, session, 1)
    after = list(Revision.objects.order_by("pk").values("pk", "data", "revision"))
    assert after[: len(before)] == before
    assert [(entry["revision"], entry["data"]) for entry in after[len(before) :]] == [
        (2, None),
        (2, None),
    ]


def test_the_history_shows_a_restore_as_one_change():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    set_back(phone, session, 1)
    page = said(phone, session)
    assert page.count("Game restored to") == 1
    assert "removed Round 2, Round 3" in page
    assert "Game restored to" in Page(phone.get(to("table", session))).said


def test_each_change_says_what_restoring_it_would_do():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1))
    remove(phone, session, 2)
    page = said(phone, session)
    assert page.count("Restores Round 2") == 1
    assert page.count("Reverts Round 1 · restores Round 2") == 1
    assert page.count("Reverts Round 1 Game started") == 1
    assert page.endswith("Removes Round 1")


def test_many_rounds_are_listed_by_number():
    phone = a_phone()
    session = a_game(phone, rounds=9, target=9999)
    assert "Removes Round 1, Round 2, Round 3, 6 more" in said(phone, session)


def test_the_current_state_has_no_restore_button():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    assert offered(phone, session) == [0, 1]
    remove(phone, session, 2)
    assert offered(phone, session) == [0, 2]


def test_a_restore_can_be_undone_as_a_whole_and_redone():
    phone = a_phone()
    session = a_game(phone, rounds=4)
    correct(phone, session, 1, a_round(1, 40))
    before = standing(session)
    set_back(phone, session, 1)
    back = standing(session)
    assert len(back) == 1
    assert undo(phone, session).status_code == 302
    assert standing(session) == before
    assert undo(phone, session).status_code == 302
    assert standing(session) == back


def test_the_target_and_an_early_end_are_restored_with_the_rounds():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 40)])
    set_target(phone, session, 250)
    end_early(phone, session)
    assert GameSession.objects.get().result
    set_back(phone, session, 1)
    table = table_of(session)
    assert (table.target, table.setup.ended_early) == (400, False)
    assert GameSession.objects.get().result is None
    assert undo(phone, session).status_code == 302
    assert GameSession.objects.get().result["totals"] == [80, 0, 0]


def test_a_restored_forgotten_round_returns_to_its_place():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0), a_round(1)])
    enter(phone, session, a_round(2, 40), address=to("enter", session) + "?before=2")
    remove(phone, session, 1)
    remove(phone, session, 3)
    set_back(phone, session, 3)
    assert [data["chimera"] for data in standing(session)] == [0, 2, 1]


def test_rounds_are_renumbered_when_a_point_is_restored_and_undone():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    set_back(phone, session, 1)
    assert enter(phone, session, a_round(2, 40)).status_code == 302
    assert totals(session) == (40, 0, 80)
    set_back(phone, session, 3)
    assert totals(session) == (120, 0, 0)


def test_restoring_a_point_keeps_the_draft():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    phone.post(to("draft", session), {**open_form(phone, to("enter", session)), "bid": "30"})
    set_back(phone, session, 1)
    assert table_of(session).draft == {"bid": ["30"]}


def test_a_stale_history_page_restores_nothing():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    form = Page(phone.get(to("history", session))).forms[0]
    first = table_of(session).changes[1]
    enter(a_member(session.group, Role.SCORER), session)
    answer = phone.post(to("set_back", session, first.pk), form.fields)
    assert answer.status_code == 409
    assert "Someone else changed this first" in Page(answer).said
    assert len(standing(session)) == 4


def test_a_restore_that_was_built_upon_is_not_undone():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    set_back(phone, session, 1)
    stale = open_form(phone, to("table", session), to("undo", session))
    enter(phone, session)
    assert phone.post(to("undo", session), stale).status_code == 409
    assert len(standing(session)) == 2


def test_a_tap_that_arrives_twice_restores_once():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    form = Page(phone.get(to("history", session))).forms[0]
    first, second = table_of(session).changes[1:3]
    for _ in range(2):
        assert phone.post(to("set_back", session, first.pk), form.fields).status_code == 302
    assert Revision.objects.count() == 6
    enter(phone, session)
    assert phone.post(to("set_back", session, first.pk), form.fields).status_code == 302
    assert len(standing(session)) == 2
    assert phone.post(to("set_back", session, second.pk), form.fields).status_code == 409


@pytest.mark.parametrize(
    "sent", [{}, {"newest": "x"}, {"newest": "0"}, {"newest": 999999}, {"submission": ""}]
)
def test_a_forged_restore_is_not_found(sent):
    phone = a_phone()
    session = a_game(phone, rounds=2)
    newest = table_of(session).newest
    good = {"newest": newest.pk, "submission": uuid4()}
    address = to("set_back", session, table_of(session).changes[0].pk)
    assert phone.post(address, {**good, **sent} if sent else {}).status_code == 404
    assert phone.post(to("set_back", session, 999999), good).status_code == 404
    assert phone.post(address, good).status_code == 302


def test_a_change_of_another_game_cannot_be_restored():
    phone = a_phone()
    session, other = a_game(phone, rounds=2), a_game(phone, rounds=1)
    good = {"newest": table_of(session).newest.pk, "submission": uuid4()}
    assert phone.post(to("set_back", session, table_of(other).newest.pk), good).status_code == 404


def test_a_viewer_sees_the_history_without_buttons():
    session = a_game(a_phone(), rounds=2)
    watcher = a_member(session.group, Role.VIEWER)
    page = Page(watcher.get(to("history", session)))
    assert "Round 2 entered" in page.said
    assert not page.count("button")
    assert "Going back" not in page.said


def test_the_history_keeps_the_name_of_a_removed_device():
    host = a_phone()
    session = a_game(host)
    ben = a_phone()
    member = let_in(ben, session.group, Role.SCORER, name="Ben’s phone")
    enter(ben, session)
    host.post(f"/devices/{member.pk}/remove/")
    assert "Ben’s phone" in said(host, session)
    assert Member.objects.get(pk=member.pk).role == REMOVED
