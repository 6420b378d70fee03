"""The history: who did what, and one tap to restore any point of a game."""

from uuid import uuid4

from scorekeeper.models import REMOVED, GameSession, Member, Revision, Role
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    draft,
    enter,
    let_in,
    open_form,
    press_end,
    remove,
    said,
    seen_by,
    set_back,
    set_target,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.sheets import row, start_sheet


def standing(session):
    """The current entries, in playing order."""
    return [entry.data for entry in table_of(session).log.entries]


def offered(phone, session):
    """The changes that the page offers to restore, counted from the first."""
    changes = [to("set_back", session, entry.pk) for entry in table_of(session).log.changes]
    forms = Page(phone.get(to("history", session))).forms
    return sorted(changes.index(b.get("formaction")) for form in forms for b in form.buttons)


def test_the_history_says_who_did_what_and_when_even_of_a_removed_device():
    host, session = a_hosted_game(rounds=1)
    other = a_phone()
    member = let_in(other, session.group, Role.SCORER, name="Ben’s phone")
    correct(other, session, 1, a_round(2, 40))
    host.post(f"/devices/{member.pk}/remove/")
    assert Member.objects.get(pk=member.pk).role == REMOVED
    lines = Page(host.get(to("history", session))).text.split("<li")
    at = Revision.objects.get(slot=1, revision=2).at
    for words in ("Round 1 corrected", "Ben’s phone", "Cho", f"{at:%Y-%m-%d %H:%M:%S%z}"):
        assert words in lines[-3]
    for words in ("Round 1 entered", "a phone", "Ana"):
        assert words in lines[-2]
    assert "Game started" in lines[-1]
    Member.objects.get(pk=member.pk).delete()
    assert "a removed device" in said(host, "history", session)


def test_one_tap_restores_the_game_to_just_after_a_change():
    phone, session = a_hosted_game(rounds=3)
    assert offered(phone, session) == [0, 1, 2]  # not what is now
    then = standing(session)[:2]
    correct(phone, session, 1, a_round(1, 40))
    remove(phone, session, 2)
    assert set_back(phone, session, 2).url == to("table", session) + "#saved"
    assert standing(session) == then
    assert totals(session) == (80, 0, 0)


def test_restoring_a_point_adds_one_change_and_removes_nothing():
    phone, session = a_hosted_game(rounds=3)
    draft(phone, session, bid="30")
    before = list(Revision.objects.order_by("pk").values("pk", "data", "revision"))
    set_back(phone, session, 1)
    after = list(Revision.objects.order_by("pk").values("pk", "data", "revision"))
    assert after[:4] == before
    assert [(entry["revision"], entry["data"]) for entry in after[4:]] == [(2, None)] * 2
    page = said(phone, "history", session)
    assert page.count("Game restored to") == 1
    assert "removed round 2, round 3" in page
    assert "Game restored to" in said(phone, "table", session)
    assert table_of(session).draft == {"bid": ["30"]}


def test_each_change_says_what_restoring_it_would_do():
    phone, session = a_hosted_game(rounds=2)
    correct(phone, session, 1, a_round(1))
    remove(phone, session, 2)
    assert offered(phone, session) == [0, 1, 2, 3]
    page = said(phone, "history", session)
    assert page.count("Restores round 2") == 1
    assert page.count("Reverts round 1 · restores round 2") == 1
    assert page.count("Reverts round 1 Game started") == 1
    assert page.endswith("Removes round 1")


def test_a_title_within_a_sentence_has_a_capital_only_where_the_language_or_a_name_wants_it():
    phone, session = a_hosted_game(rounds=3)
    set_back(phone, session, 1)
    assert "removed round 2, round 3" in said(phone, "history", session)
    phone.cookies["language"] = "de"
    assert "entfernt: Runde 2, Runde 3" in said(phone, "history", session)
    phone, session = start_sheet([row("Military", 1)])
    assert "Remove Military" in phone.get(to("round", session, 1)).content.decode()


def test_the_target_and_an_early_end_are_restored_with_the_rounds():
    phone, session = a_hosted_game(rounds=[a_round(0, 40)])
    set_target(phone, session, 250)
    press_end(phone, session)
    assert GameSession.objects.get().result
    set_back(phone, session, 1)
    table = table_of(session)
    assert (table.target, table.setup.ended_early) == (400, False)
    assert GameSession.objects.get().result is None
    assert undo(phone, session).status_code == 302
    assert GameSession.objects.get().result["totals"] == [80, 0, 0]


def test_a_restored_forgotten_round_returns_to_its_place():
    phone, session = a_hosted_game(rounds=[a_round(0), a_round(1)])
    enter(phone, session, a_round(2, 40), address=to("enter", session) + "?before=2")
    remove(phone, session, 1)
    remove(phone, session, 3)
    set_back(phone, session, 3)
    assert [data["chimera"] for data in standing(session)] == [0, 2, 1]


def test_neither_a_stale_page_restores_nor_a_stale_undo_takes_a_restore_back():
    phone, session = a_hosted_game(rounds=3)
    form = Page(phone.get(to("history", session))).forms[0]
    first = table_of(session).log.changes[1]
    add(seen_by(a_member(session.group, Role.SCORER), session), a_round())
    answer = phone.post(to("set_back", session, first.pk), form.fields)
    assert_refused(answer, "Someone else changed this first", 409)
    assert len(standing(session)) == 4
    set_back(phone, session, 1)
    stale = open_form(phone, to("table", session), to("undo", session))
    add(session, a_round())
    assert phone.post(to("undo", session), stale).status_code == 409
    assert len(standing(session)) == 2


def test_a_tap_that_arrives_twice_restores_once():
    phone, session = a_hosted_game(rounds=3)
    form = Page(phone.get(to("history", session))).forms[0]
    first, second = table_of(session).log.changes[1:3]
    for _ in range(2):
        assert phone.post(to("set_back", session, first.pk), form.fields).status_code == 302
    assert Revision.objects.count() == 6
    add(session, a_round())
    assert phone.post(to("set_back", session, first.pk), form.fields).status_code == 302
    assert len(standing(session)) == 2
    assert phone.post(to("set_back", session, second.pk), form.fields).status_code == 409


def test_a_forged_restore_is_not_found():
    phone, session = a_hosted_game(rounds=2)
    other = table_of(a_game(phone, rounds=1)).log.newest
    good = {"newest": table_of(session).log.newest.pk, "submission": uuid4()}
    change = table_of(session).log.changes[0].pk
    for pk, sent in [
        (change, {}),
        *(
            (change, {**good, **forged})
            for forged in ({"newest": "x"}, {"newest": "0"}, {"newest": 999999}, {"submission": ""})
        ),
        (999999, good),
        (other.pk, good),  # of another game
    ]:
        assert phone.post(to("set_back", session, pk), sent).status_code == 404, sent
    assert phone.post(to("set_back", session, change), good).status_code == 302


def test_a_viewer_sees_the_history_without_buttons():
    _, session = a_hosted_game(rounds=2)
    watcher = a_member(session.group, Role.VIEWER)
    page = Page(watcher.get(to("history", session)))
    assert "Round 2 entered" in page.said
    assert not page.count("button")
    assert "Removes round" not in page.said
