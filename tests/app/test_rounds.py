"""Correcting, removing, inserting and undoing; and the history of it."""

from uuid import uuid4

from scorekeeper.models import Revision
from scorekeeper.pages.game.history import action_of
from scorekeeper.tables.entering.entry import Stamp, save_entry
from tests.app.support.factories import (
    a_hosted_game,
    a_round,
    correct,
    enter,
    open_form,
    press_end,
    remove,
    result,
    said,
    set_back,
    set_target,
    submit,
    table_as_seen,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import Page, assert_refused


def undo_offer(phone, session):
    """The description of the last change on the table page."""
    return said(phone, "table", session).partition(" Undo")[0]


def slots(session):
    """The slots of the rounds, in the order of the sheet."""
    return [round.entry.slot for round in table_of(session).rounds]


def test_a_correction_changes_every_later_total():
    phone, session = a_hosted_game(rounds=[a_round(0, 20), a_round(1, 30), a_round(2, 40)])
    assert correct(phone, session, 1, a_round(1, 40)).status_code == 302
    assert [result.totals for result in table_of(session).board.results] == [
        (0, 80, 0),
        (0, 140, 0),
        (0, 140, 80),
    ]
    correct(phone, session, 1, a_round(1, 40))  # nothing new
    assert table_of(session).log.current(1).revision == 2


def test_a_correction_opens_with_what_was_entered():
    entry = a_round(2, 40, traps=2, idle_hunters=[1], toads={"0": 1}, cats={"2": 4})
    phone, session = a_hosted_game(rounds=[entry])
    fields = open_form(phone, to("correct", session, 1))
    names = ("chimera", "bid", "traps", "idle_hunters", "toads_0", "cats_2")
    assert [fields[name] for name in names] == [["2"], ["40"], ["2"], ["1"], ["1"], ["4"]]
    assert phone.post(to("correct", session, 1), fields).status_code == 302
    assert totals(session) == (10, 0, 175)


def test_an_impossible_correction_is_refused_and_changes_nothing():
    phone, session = a_hosted_game(rounds=1)
    response = correct(phone, session, 1, a_round(0, idle_hunters=[0]))
    assert_refused(response, "led the first trick")
    assert Page(response).form(to("correct", session, 1)).fields["revision"] == ["1"]
    assert totals(session) == (40, 0, 0)
    for never_entered in (0, 2):
        assert phone.get(to("correct", session, never_entered)).status_code == 404


def test_a_removed_round_no_longer_counts_and_later_ones_are_renumbered():
    phone, session = a_hosted_game(rounds=[a_round(0, 20), a_round(1, 30)])
    assert remove(phone, session, 1).status_code == 302
    assert totals(session) == (0, 60, 0)
    assert [round.title for round in table_of(session).rounds] == ["Round 1"]
    assert phone.get(to("round", session, 1)).status_code == 404
    assert phone.get(to("correct", session, 1)).status_code == 404
    entries = Revision.objects.filter(session=session, slot=1)
    assert [entry.data is None for entry in entries] == [False, True]


def test_a_form_removes_no_round_but_its_own_and_never_the_setup():
    phone, session = a_hosted_game(rounds=2)
    stamp = open_form(phone, to("round", session, 1), to("remove", session, 1))
    assert phone.post(to("remove", session, 2), stamp).status_code == 404
    setup = open_form(phone, to("options", session))
    assert phone.post(to("remove", session, 0), setup).status_code == 404
    assert totals(session) == (80, 0, 0)


def test_forgotten_rounds_are_inserted_where_they_belong():
    phone, session = a_hosted_game(rounds=[a_round(0, 20), a_round(1, 30)])
    address = f"{to('enter', session)}?before=2"
    assert "Insert before round 2" in Page(phone.get(address)).said
    assert enter(phone, session, a_round(2, 40), address).status_code == 302
    assert [result.totals for result in table_of(session).board.results] == [
        (40, 0, 0),
        (40, 0, 80),
        (40, 60, 80),
    ]
    enter(phone, session, a_round(), address)
    enter(phone, session, a_round(), f"{to('enter', session)}?before=1")
    assert slots(session) == [5, 1, 3, 4, 2]


def put_before(session, slot):
    """One more forgotten round, as if somebody had entered it."""
    table = table_as_seen(session)
    save_entry(table, Stamp(table.log.next_slot, 0, uuid4(), slot), a_round())


def changes_told(session):
    table = table_of(session)
    return [(entry.pk, action_of(table, entry).action, entry.data) for entry in table.log.changes]


def test_an_evening_of_forgotten_rounds_can_be_inserted_before_one():
    phone, session = a_hosted_game(target=99999, rounds=3)
    remove(phone, session, 3)
    for _ in range(10):
        put_before(session, 2)
    told = changes_told(session)
    for _ in range(20):  # which has to make room: see LEAST in tables/log.py
        put_before(session, 2)
    assert slots(session) == [1, *range(4, 34), 2]
    assert changes_told(session)[: len(told)] == told
    log = table_of(session).log
    then = log.as_after(log.changes[len(told) - 1])
    assert [entry.slot for entry in then.entries] == [1, *range(4, 14), 2]
    undo(phone, session)
    enter(phone, session)
    assert slots(session) == [1, *range(4, 33), 2, 34]


def test_many_rounds_can_each_be_inserted_before_the_last_inserted_one():
    _, session = a_hosted_game(target=99999, rounds=2)
    for slot in range(2, 32):
        put_before(session, slot)
    assert slots(session) == [1, *range(32, 1, -1)]


def test_a_round_that_comes_back_to_a_place_that_was_taken_leaves_room_between():
    phone, session = a_hosted_game(target=99999, rounds=2)
    put_before(session, 2)
    remove(phone, session, 3)
    put_before(session, 2)
    save_entry(table_as_seen(session), Stamp(3, 2, uuid4()), a_round())
    put_before(session, 4)
    assert slots(session) == [1, 3, 5, 4, 2]


def test_a_forgotten_round_keeps_its_place_after_a_check_or_a_refusal():
    phone, session = a_hosted_game(rounds=2)
    refused = submit(phone, f"{to('enter', session)}?before=1", to("enter", session), bid="20")
    assert refused.status_code == 422
    fields = Page(refused).form(to("enter", session)).fields
    assert fields["before"] == ["1"]
    phone.post(to("enter", session), {**fields, **typed(a_round())})
    assert slots(session) == [3, 1, 2]


def test_a_forgotten_round_that_ends_the_game_leaves_the_later_ones_visible():
    phone, session = a_hosted_game(target=80, rounds=[a_round(1, 20), a_round(0, 20)])
    enter(phone, session, a_round(0, 40), f"{to('enter', session)}?before=1")
    assert [bool(round.problem) for round in table_of(session).rounds] == [False, True, True]
    assert result(session) == ([80, 0, 0], [1, 2, 2], [0])


def test_the_sheet_marks_corrections_and_keeps_the_old_values():
    phone, session = a_hosted_game(rounds=2)

    def corrected():
        return [round.is_corrected for round in table_of(session).rounds]

    remove(phone, session, 2)
    undo(phone, session)
    set_back(phone, session, 0)
    undo(phone, session)
    assert corrected() == [False, False]
    assert "corrected" not in said(phone, "table", session)
    correct(phone, session, 1, a_round(1, 30))
    remove(phone, session, 1)
    undo(phone, session)
    assert corrected() == [True, False]
    assert "corrected" in said(phone, "table", session)
    (old, *_) = Page(phone.get(to("round", session, 1))).tree.xpath("//del")
    assert "Ana" in old.text_content()


def test_each_undo_takes_back_the_last_change_also_an_undo():
    phone, session = a_hosted_game()
    assert not Page(phone.get(to("table", session))).has_form(to("undo", session))
    stamp = open_form(phone, to("options", session))
    assert phone.post(to("undo", session), stamp).status_code == 404
    enter(phone, session, a_round(0, 20))
    assert "Round 1 entered" in undo_offer(phone, session)
    assert undo(phone, session).status_code == 302
    assert table_of(session).rounds == []
    assert "removed" in undo_offer(phone, session)
    undo(phone, session)
    assert totals(session) == (40, 0, 0)
    assert "restored" in undo_offer(phone, session)


def test_an_undo_restores_what_was_corrected_removed_or_set():
    phone, session = a_hosted_game(rounds=3)
    for change, before, after in (
        (lambda: correct(phone, session, 1, a_round(1, 40)), (120, 0, 0), (80, 80, 0)),
        (lambda: remove(phone, session, 2), (80, 80, 0), (40, 80, 0)),
    ):
        change()
        undo(phone, session)
        assert (totals(session), slots(session)) == (before, [1, 2, 3])
        undo(phone, session)
        assert totals(session) == after
    set_target(phone, session, 250)
    undo(phone, session)
    assert table_of(session).target == 400
    undo(phone, session)
    assert table_of(session).target == 250
    press_end(phone, session)
    assert result(session)[2] == [1]
    undo(phone, session)
    assert result(session) is None
    undo(phone, session)
    assert result(session)[2] == [1]


def test_an_undo_tapped_twice_undoes_one_change():
    phone, session = a_hosted_game(rounds=2)
    stamp = open_form(phone, to("table", session), to("undo", session))
    assert [phone.post(to("undo", session), stamp).status_code for _ in range(2)] == [302, 302]
    assert totals(session) == (40, 0, 0)


def test_a_stale_undo_or_removal_does_nothing_and_leads_to_the_table():
    phone, session = a_hosted_game(rounds=1)
    stale = {
        to("undo", session): open_form(phone, to("table", session), to("undo", session)),
        to("remove", session, 1): open_form(
            phone, to("round", session, 1), to("remove", session, 1)
        ),
    }
    correct(phone, session, 1, a_round(1, 40))
    for address, stamp in stale.items():
        response = phone.post(address, stamp)
        assert response.status_code == 409
        assert to("table", session) in Page(response).links()
    assert totals(session) == (0, 80, 0)


def test_a_forged_stamp_changes_nothing():
    phone, session = a_hosted_game(rounds=1)
    of_a_round = open_form(phone, to("round", session, 1), to("remove", session, 1))
    for page in ("undo", "end", "reopen", "options"):
        for slot, revision in (("0", "2"), ("7", "1"), ("9" * 40, "1"), ("1", "0")):
            stamp = {"slot": slot, "revision": revision, "submission": str(uuid4())}
            response = phone.post(to(page, session), {"target": "300", **stamp})
            assert response.status_code == 404, (page, stamp)
        assert phone.post(to(page, session), {"target": "300"}).status_code == 404, page
        if page != "undo":  # which is what this stamp is for, too
            response = phone.post(to(page, session), {"target": "300", **of_a_round})
            assert response.status_code == 404, page
    assert Revision.objects.filter(session=session).count() == 2
    assert phone.get(to("table", session)).status_code == 200
