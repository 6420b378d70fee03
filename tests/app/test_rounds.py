"""Correcting, removing, inserting and undoing; and the history of it."""

from uuid import uuid4

import pytest

from games.registry import games
from scorekeeper.models import Revision, Role
from scorekeeper.pages.history import done
from scorekeeper.tables.changes import save_entry
from scorekeeper.tables.stamps import Stamp
from tests.app.support.factories import (
    a_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    end_early,
    enter,
    open_form,
    remove,
    reopen,
    set_back,
    set_target,
    table_as_seen,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def said(phone, name, session, *more):
    return Page(phone.get(to(name, session, *more))).said


def undo_offer(phone, session):
    """The description of the last change on the table page."""
    return Page(phone.get(to("table", session))).said.partition(" Undo")[0]


def changes_on(phone, session):
    """The history, the newest first: each action, and the rest of its line."""
    page = Page(phone.get(to("history", session)))
    return page.text.split("<li")[-Revision.objects.filter(session=session).count() :]


def test_a_correction_changes_every_later_total():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20), a_round(1, 30), a_round(2, 40)])
    assert correct(phone, session, 1, a_round(1, 40)).status_code == 302
    assert [result.totals for result in table_of(session).board.results] == [
        (0, 80, 0),
        (0, 140, 0),
        (0, 140, 80),
    ]


def test_a_correction_opens_with_what_was_entered():
    phone = a_phone()
    entry = a_round(2, 40, traps=2, idle_hunters=[1], toads={"0": 1}, cats={"2": 4})
    session = a_game(phone, rounds=[entry])
    fields = open_form(phone, to("correct", session, 1))
    assert fields["chimera"] == ["2"]
    assert fields["bid"] == ["40"]
    assert fields["traps"] == ["2"]
    assert fields["idle_hunters"] == ["1"]
    assert fields["toads_0"] == ["1"]
    assert fields["cats_2"] == ["4"]
    assert phone.post(to("correct", session, 1), fields).status_code == 302
    assert totals(session) == (10, 0, 175)


def test_an_impossible_correction_is_refused_and_changes_nothing():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    response = correct(phone, session, 1, a_round(0, idle_hunters=[0]))
    assert response.status_code == 422
    assert "led the first trick" in Page(response).said
    assert Page(response).form(to("correct", session, 1)).fields["revision"] == ["1"]
    assert totals(session) == (40, 0, 0)


def test_a_round_that_was_never_entered_cannot_be_corrected():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    assert phone.get(to("correct", session, 2)).status_code == 404
    assert phone.get(to("correct", session, 0)).status_code == 404


def test_a_removed_round_no_longer_counts_and_later_ones_are_renumbered():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20), a_round(1, 30)])
    assert remove(phone, session, 1).status_code == 302
    assert totals(session) == (0, 60, 0)
    assert [round.title for round in table_of(session).rounds] == ["Round 1"]
    assert phone.get(to("round", session, 1)).status_code == 404
    assert phone.get(to("correct", session, 1)).status_code == 404


def test_a_removed_round_is_still_in_the_database():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    remove(phone, session, 1)
    assert [entry.data is None for entry in Revision.objects.filter(session=session, slot=1)] == [
        False,
        True,
    ]


def test_the_setup_cannot_be_removed():
    phone = a_phone()
    session = a_game(phone)
    stamp = open_form(phone, to("options", session))
    assert phone.post(to("remove", session, 0), stamp).status_code == 404
    assert phone.get(to("table", session)).status_code == 200


def test_a_form_cannot_remove_another_round_than_its_own():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    stamp = open_form(phone, to("round", session, 1), to("remove", session, 1))
    assert phone.post(to("remove", session, 2), stamp).status_code == 404
    assert len(table_of(session).rounds) == 2


def test_a_forgotten_round_is_inserted_where_it_belongs():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20), a_round(1, 30)])
    address = f"{to('enter', session)}?before=2"
    assert "before Round 2" in Page(phone.get(address)).said
    assert enter(phone, session, a_round(2, 40), address).status_code == 302
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 3, 2]
    assert [result.totals for result in table_of(session).board.results] == [
        (40, 0, 0),
        (40, 0, 80),
        (40, 60, 80),
    ]


def test_a_forgotten_round_can_be_the_first():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    enter(phone, session, a_round(2, 40), f"{to('enter', session)}?before=1")
    assert [round.entry.slot for round in table_of(session).rounds] == [2, 1]


def test_several_forgotten_rounds_inserted_before_one_keep_their_order():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    for _ in range(5):
        enter(phone, session, a_round(), f"{to('enter', session)}?before=2")
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 3, 4, 5, 6, 7, 2]


def put_before(session, slot):
    """One more forgotten round, as if somebody had entered it."""
    table = table_as_seen(session)
    save_entry(table, Stamp(table.next_slot, 0, uuid4(), slot), a_round())


def test_an_evening_of_forgotten_rounds_can_be_inserted_before_one():
    phone = a_phone()
    session = a_game(phone, target=99999, rounds=3)
    remove(phone, session, 3)
    for _ in range(120):
        put_before(session, 2)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, *range(4, 124), 2]
    undo(phone, session)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, *range(4, 123), 2]
    enter(phone, session)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, *range(4, 123), 2, 124]


def test_many_rounds_can_each_be_inserted_before_the_last_inserted_one():
    session = a_game(a_phone(), target=99999, rounds=2)
    for slot in [2, *range(3, 122)]:
        put_before(session, slot)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, *range(122, 1, -1)]


def test_making_room_for_forgotten_rounds_does_not_change_the_history():
    phone = a_phone()
    session = a_game(phone, target=99999, rounds=3)
    for _ in range(10):
        put_before(session, 2)
    told = changes_told(session)
    for _ in range(50):
        put_before(session, 2)
    assert changes_told(session)[: len(told)] == told
    then = table_of(session).changes[len(told) - 1]
    assert [round.entry.slot for round in table_of(session).as_after(then).rounds] == [
        1,
        *range(4, 14),
        2,
        3,
    ]


def changes_told(session):
    table = table_of(session)
    return [(entry.pk, done(table, entry).action, entry.data) for entry in table.changes]


def test_a_forgotten_round_keeps_its_place_after_a_check_or_a_refusal():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    fields = open_form(phone, f"{to('enter', session)}?before=1", to("enter", session))
    refused = phone.post(to("enter", session), {**fields, "bid": "20"})
    assert refused.status_code == 422
    fields = Page(refused).form(to("enter", session)).fields
    assert fields["before"] == ["1"]
    phone.post(to("enter", session), {**fields, **typed(a_round())})
    assert [round.entry.slot for round in table_of(session).rounds] == [3, 1, 2]


def test_a_forgotten_round_that_ends_the_game_leaves_the_later_ones_visible():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=[a_round(1, 20), a_round(0, 20)])
    enter(phone, session, a_round(0, 40), f"{to('enter', session)}?before=1")
    table = table_of(session)
    assert table.board.finished
    assert [bool(round.problem) for round in table.rounds] == [False, True, True]
    assert session_result(session)["totals"] == [80, 0, 0]


def session_result(session):
    session.refresh_from_db()
    return session.result


def test_a_correction_without_a_difference_is_not_saved():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1))
    correct(phone, session, 1, a_round(1))
    assert table_of(session).current(1).revision == 2


def test_a_correction_can_reopen_a_finished_game_and_another_can_end_it():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=1)
    enter(phone, session, a_round(0, 20))
    assert (
        session_result(session).items()
        >= {"totals": [80, 0, 0], "ranks": [1, 2, 2], "winners": [0]}.items()
    )
    correct(phone, session, 1, a_round(1, 20))
    assert session_result(session) is None
    assert session.finished_at is None
    assert "Enter round 3" in said(phone, "table", session)
    correct(phone, session, 1, a_round(0, 40))
    assert session_result(session)["winners"] == [0]
    assert session.finished_at is not None


def test_a_stored_result_follows_a_correction():
    phone = a_phone()
    session = a_game(phone, target=40)
    enter(phone, session, a_round(0, 20))
    finished_at = session_result(session) and session.finished_at
    correct(phone, session, 1, a_round(1, 40))
    assert (
        session_result(session).items()
        >= {"totals": [0, 80, 0], "ranks": [2, 1, 2], "winners": [1]}.items()
    )
    assert session.finished_at == finished_at


def test_rounds_after_the_end_count_once_a_correction_lets_the_game_continue():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=[a_round(0, 40), a_round(1, 20)])
    assert totals(session) == (80, 0, 0)
    correct(phone, session, 1, a_round(0, 20))
    assert totals(session) == (40, 40, 0)
    assert not table_of(session).problems


def test_the_sheet_marks_corrections_and_keeps_the_old_values():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1, 30))
    assert [round.corrected for round in table_of(session).rounds] == [True, False]
    assert "corrected" in said(phone, "table", session)
    detail = phone.get(to("round", session, 1)).content.decode()
    old = detail.partition("<del>")[2].partition("</del>")[0]
    assert "Ana" in old


def test_a_round_that_was_removed_and_restored_is_not_marked_as_corrected():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    remove(phone, session, 2)
    undo(phone, session)
    assert "corrected" not in said(phone, "table", session)
    set_back(phone, session, 0)
    undo(phone, session)
    assert [round.corrected for round in table_of(session).rounds] == [False, False]


def test_a_round_that_was_corrected_removed_and_restored_is_still_marked():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    correct(phone, session, 1, a_round(1, 30))
    remove(phone, session, 1)
    undo(phone, session)
    assert [round.corrected for round in table_of(session).rounds] == [True]
    assert "<del>" in phone.get(to("round", session, 1)).content.decode()


def test_each_undo_takes_back_the_last_change():
    phone = a_phone()
    session = a_game(phone)
    enter(phone, session, a_round(0, 20))
    assert "Round 1 entered" in undo_offer(phone, session)
    assert undo(phone, session).status_code == 302
    assert totals(session) == (0, 0, 0)
    assert table_of(session).rounds == []


def test_undoing_an_undo_restores_the_entry():
    phone = a_phone()
    session = a_game(phone)
    enter(phone, session, a_round(0, 20))
    undo(phone, session)
    assert "removed" in undo_offer(phone, session)
    undo(phone, session)
    assert totals(session) == (40, 0, 0)
    assert "restored" in undo_offer(phone, session)


def test_undoing_a_correction_restores_the_old_values():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1, 40))
    undo(phone, session)
    assert totals(session) == (80, 0, 0)
    undo(phone, session)
    assert totals(session) == (40, 80, 0)


def test_undoing_a_removal_puts_the_round_back_in_its_place():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    remove(phone, session, 2)
    undo(phone, session)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 2, 3]


def test_undoing_a_change_of_target_restores_the_old_one():
    phone = a_phone()
    session = a_game(phone, target=400)
    set_target(phone, session, 250)
    undo(phone, session)
    assert table_of(session).target == 400
    undo(phone, session)
    assert table_of(session).target == 250


def test_undoing_an_early_end_lets_the_game_continue():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    end_early(phone, session)
    assert session_result(session)["winners"] == [0]
    undo(phone, session)
    assert session_result(session) is None
    undo(phone, session)
    assert session_result(session)["winners"] == [0]


def test_a_new_game_has_nothing_to_undo():
    phone = a_phone()
    session = a_game(phone)
    assert not Page(phone.get(to("table", session))).has_form(to("undo", session))
    stamp = open_form(phone, to("options", session))
    assert phone.post(to("undo", session), stamp).status_code == 404


def test_an_undo_tapped_twice_undoes_one_change():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    stamp = open_form(phone, to("table", session), to("undo", session))
    assert [phone.post(to("undo", session), stamp).status_code for _ in range(2)] == [302, 302]
    assert totals(session) == (40, 0, 0)


def test_a_stale_undo_does_nothing_and_shows_the_current_table():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    stamp = open_form(phone, to("table", session), to("undo", session))
    correct(phone, session, 1, a_round(1, 40))
    response = phone.post(to("undo", session), stamp)
    assert response.status_code == 409
    assert to("table", session) in Page(response).links()
    assert totals(session) == (0, 80, 0)


def test_a_stale_removal_removes_nothing():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    stamp = open_form(phone, to("round", session, 1), to("remove", session, 1))
    correct(phone, session, 1, a_round(1, 40))
    assert phone.post(to("remove", session, 1), stamp).status_code == 409
    assert totals(session) == (0, 80, 0)


@pytest.mark.parametrize("page", ["undo", "end", "reopen", "options"])
@pytest.mark.parametrize(
    "stamp",
    [
        {},
        {"slot": "0", "revision": "2", "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"},
        {"slot": "7", "revision": "1", "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"},
        {"slot": "9" * 40, "revision": "1", "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"},
        {"slot": "1", "revision": "0", "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"},
        {"slot": "1", "revision": "1", "submission": "once"},
        {"slot": "1\x00", "revision": "1", "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"},
    ],
)
def test_a_forged_stamp_changes_nothing(page, stamp):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    assert phone.post(to(page, session), {"target": "300", **stamp}).status_code == 404
    assert Revision.objects.filter(session=session).count() == 2


@pytest.mark.parametrize("page", ["end", "reopen", "options"])
def test_the_stamp_of_a_round_cannot_overwrite_the_setup(page):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    stamp = open_form(phone, to("round", session, 1), to("remove", session, 1))
    assert phone.post(to(page, session), {"target": "300", **stamp}).status_code == 404
    assert phone.get(to("table", session)).status_code == 200
    assert totals(session) == (40, 0, 0)


def test_the_history_says_who_did_what_and_when():
    host = a_phone()
    session = a_game(host, rounds=[a_round(0, 20)])
    scorer = a_member(session.group, Role.SCORER)
    correct(scorer, session, 1, a_round(2, 40))
    lines = changes_on(host, session)
    assert len(lines) == 3
    assert "Round 1 corrected" in lines[0]
    assert "Scorer’s phone" in lines[0]
    assert "Cho" in lines[0]
    assert Revision.objects.get(slot=1, revision=2).at.isoformat() in lines[0]
    assert "Round 1 entered" in lines[1]
    assert "a phone" in lines[1]
    assert "Ana" in lines[1]
    assert "Game started" in lines[2]


def test_the_history_contains_every_kind_of_change():
    phone = a_phone()
    session = a_game(phone)
    enter(phone, session)
    remove(phone, session, 1)
    undo(phone, session)
    set_target(phone, session, 275)
    end_early(phone, session)
    reopen(phone, session)
    done = [
        "reopened",
        "ended early",
        "Target now",
        "restored",
        "removed",
        "entered",
        "started",
    ]
    assert [
        word for line, word in zip(changes_on(phone, session), done, strict=True) if word in line
    ] == done
    assert "275" in changes_on(phone, session)[2]


def test_the_history_outlives_the_phone_that_made_it():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    scorer = a_member(session.group, Role.SCORER)
    enter(scorer, session)
    session.group.members.get(role=Role.SCORER).delete()
    assert "a removed device" in said(phone, "history", session)
    assert phone.get(to("table", session)).status_code == 200


def test_any_game_of_rounds_can_be_described_round_by_round():
    phone = a_phone()
    session = a_game(phone, target=99999)
    for seat in (0, 1, 2) * 3:
        add(session, a_round(seat, 30, first_out=(seat + 1) % 3))
    assert games()["chimera"].title in said(phone, "history", session)
    for slot in range(1, 10):
        assert f"Round {slot}" in said(phone, "round", session, slot)
