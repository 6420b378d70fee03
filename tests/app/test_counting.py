"""Everyone counts on their own phone: sealed, then revealed together."""

from functools import partial

import pytest

from tests.app.support.counting import BASIC, CELLS, GRIMOIRES, HEARTS, PILES, Counting, piles
from tests.app.support.factories import a_phone, add, device, open_form, said, to, totals, undo
from tests.app.support.fish import err
from tests.app.support.pages import Page, assert_refused
from tests.app.support.programs import a_program
from tests.app.support.sheets import a_sheet
from tests.app.test_chimera_tricks import tricks
from tests.support.entries import caught

# --- the way through ---


def test_the_piles_of_all_are_entries_of_the_phones_that_counted_once_the_last_is_counted():
    table = Counting(BASIC)
    assert table.done(table.viewer) == []
    counting = to("count", table.session, 0)
    assert counting not in Page(table.viewer.get(to("table", table.session))).links()
    table.count(table.scorer, 1, **PILES[1])
    assert "Still counting: Ana, Cho" in said(table.viewer, "display", table.session)
    table.count(table.host, 0, **PILES[0])
    assert table.done(table.viewer) == ["Ana", "Ben"]
    assert table.entries == []
    answer = table.count(table.scorer, 2, **PILES[2])
    assert answer.url == f"{to('table', table.session)}#saved"
    assert table.entries == [piles(0), piles(1), piles(2)]
    assert totals(table.session) == (26, 19, 32)
    assert table.stored.finished_at
    assert "Everyone counts" not in said(table.viewer, "table", table.session)
    counted_by = table.stored.revisions.filter(slot__gt=0).order_by("slot")
    phones = [device(phone) for phone in (table.host, table.scorer, table.scorer)]
    assert list(counted_by.values_list("author__device", flat=True)) == phones


def test_the_columns_of_a_score_sheet_are_counted_apart():
    table = Counting(a_sheet)
    for seat, cells in enumerate(CELLS):
        table.count(table.host, seat, **cells)
    assert [one["player"] for one in table.entries] == [0, 1, 2]
    assert table.entries[0]["counts"] == {"Military": 17, "Coins": 7}
    assert table.stored.finished_at


@pytest.mark.parametrize("known", [False, True])
def test_the_grimoires_of_all_are_one_round(known):
    make = partial(tricks, options={})
    table = Counting(make, begun=False)
    if known:
        add(table.session, {"grimoires": {"0": [7, -5, 3, -1, 6, 2, -4, 5, 4, 1, -2, -3]}})
    table.begin(table.host)
    for seat, typed in enumerate(GRIMOIRES):
        table.count(table.scorer, seat, **typed)
    assert table.entries[-1] == {
        "grimoires": {"0": [7, -5, 3, -1], "1": [6, 2, -4], "2": [5, 4, 1, -2, -3]},
        "crystals": {"0": 1, "2": 2},
    }
    assert len(table.entries) == 1 + known


def test_a_table_that_enters_totals_counts_totals():
    table = Counting(partial(tricks, options={}), begun=False)
    add(table.session, {"points": {"0": 1, "1": 2, "2": 3}})
    table.begin(table.host)
    for seat in range(3):
        table.count(table.host, seat, **{f"points_{seat}": f"{seat}+4"})
    assert table.entries[1] == {"points": {"0": 4, "1": 5, "2": 6}}


def test_a_game_made_of_questions_is_counted_apart_if_it_says_so():
    table = Counting(HEARTS)
    for seat, taken in enumerate((20, 6, 0)):
        page = Page(table.scorer.get(to("count", table.session, seat)))
        (field,) = page.all("input", **{"data-keys": "sum"})
        assert field.get("name") == f"taken_{seat}"
        assert "left" not in page.said
        table.count(table.scorer, seat, **{f"taken_{seat}": taken})
    assert table.entries == [{"taken": {"0": 20, "1": 6, "2": 0}}]
    assert table.stored.counting is None


def test_an_undone_reveal_is_on_the_table_as_any_entry_is():
    table = Counting(HEARTS)
    for seat, taken in enumerate((20, 6, 0)):
        table.count(table.scorer, seat, **{f"taken_{seat}": taken})
    undo(table.host, table.session)
    assert totals(table.session) == (0, 0, 0)
    page = Page(table.host.get(to("table", table.session)))
    assert "Everyone counts" not in page.said


# --- one phone, and beginning ---


def test_one_phone_is_offered_nothing_and_neither_is_a_program():
    host = a_phone()
    session = BASIC(host)
    a_program(session.group)
    action = to("begin_counting", session)
    assert not Page(host.get(to("enter", session))).has_form(action)


def test_no_form_but_that_of_the_next_entry_offers_it():
    table = Counting(BASIC, begun=False)
    action = to("begin_counting", table.session)
    assert Page(table.scorer.get(to("enter", table.session))).has_form(action)
    err(table.host, table.session, 1)
    assert not Page(table.host.get(to("correct", table.session, 1))).has_form(action)
    add(table.session, caught(0, "P1 P2 G1 P1 P2"))
    assert not Page(table.host.get(to("enter", table.session))).has_form(action)
    table.host.post(action)
    assert table.stored.counting is None


def test_what_is_sealed_survives_that_others_begin_too():
    table = Counting(BASIC)
    table.count(table.host, 0, **PILES[0])
    table.host.post(to("begin_counting", table.session))
    assert table.done(table.host) == ["Ana"]


# --- roles ---


def test_only_a_host_reveals_what_is_incomplete():
    table = Counting(BASIC)
    table.count(table.scorer, 1, **PILES[1])
    page = Page(table.scorer.get(to("table", table.session)))
    assert not page.has_form(to("reveal", table.session))
    table.press(table.host, "reveal")
    assert table.entries == [piles(1)]
    table.count(table.scorer, 0, **PILES[0])
    assert table.entries == [piles(1)]
    table.count(table.scorer, 2, **PILES[2])
    assert table.entries == [piles(1), piles(0), piles(2)]


def test_a_part_that_is_missing_is_asked_for_on_the_ordinary_form():
    table = Counting(partial(tricks, options={}))
    table.count(table.scorer, 0, **GRIMOIRES[0])
    table.count(table.scorer, 2, **GRIMOIRES[2])
    assert table.press(table.host, "reveal").url == to("enter", table.session)
    assert table.entries == []
    form = open_form(table.host, to("enter", table.session))
    assert form["grimoires_0"] == ["7 -5 3 -1"]
    table.host.post(to("enter", table.session), {**form, **GRIMOIRES[1]})
    assert len(table.entries) == 1


def test_a_table_goes_back_to_one_phone_until_someone_has_counted():
    table = Counting(BASIC)
    table.press(table.scorer, "stop_counting")
    assert table.stored.counting is None
    table.begin(table.scorer)
    table.count(table.scorer, 0, **PILES[0])
    table.press(table.host, "stop_counting", form="reveal")  # of a page that was open before
    assert table.done(table.host) == ["Ana"]


# --- corrections, and what comes too late ---


def test_anyone_corrects_what_is_sealed_on_a_blank_form_that_says_which_device_counted():
    table = Counting(BASIC)
    table.count(table.scorer, 0, plus=99, minus=1)
    page = Page(table.host.get(to("count", table.session, 0)))
    assert "Scorer’s phone has counted for Ana." in page.said
    assert page.form(to("count", table.session, 0)).fields["plus"] == [""]
    table.stored.sealed_counts.update(author=None)
    assert "A removed device has counted for Ana." in said(table.host, "count", table.session, 0)
    table.count(table.host, 0, **PILES[0])
    for seat in (1, 2):
        table.count(table.host, seat, **PILES[seat])
    assert table.entries[0] == piles(0)


@pytest.mark.parametrize("same", [True, False])
def test_two_phones_for_one_player_ask_the_second_whatever_it_counted(same):
    table = Counting(BASIC)
    second = table.form(table.host, 0)
    table.count(table.scorer, 0, **PILES[0])
    answer = table.send(table.host, 0, {**second, **PILES[0 if same else 1]})
    page = assert_refused(answer, "Scorer’s phone counted for Ana meanwhile.", 409)
    again = page.form(to("count", table.session, 0)).fields
    assert again["plus"] == [str(PILES[0 if same else 1]["plus"])]
    assert table.send(table.host, 0, again).status_code == 302


def test_a_count_that_is_sent_twice_is_sealed_once():
    table = Counting(BASIC)
    fields = {**table.form(table.host, 0), **PILES[0]}
    assert table.send(table.host, 0, fields).status_code == 302
    assert table.send(table.host, 0, fields).status_code == 302
    table.count(table.host, 1, **PILES[1])
    last = {**table.form(table.host, 2), **PILES[2]}
    for_another_seat = {**last, "submission": fields["submission"]}
    assert table.send(table.host, 2, for_another_seat).status_code == 302
    assert not table.entries
    for _time in range(2):
        assert table.send(table.host, 2, last).status_code == 302
    assert len(table.entries) == 3


@pytest.mark.parametrize("make", [BASIC, HEARTS])
def test_what_comes_after_the_reveal_is_refused(make):
    table = Counting(make)
    typed = [
        PILES[seat] if make is BASIC else {f"taken_{seat}": 26 * (not seat)} for seat in range(3)
    ]
    late = {**table.form(table.scorer, 0), **typed[0]}
    for seat in range(3):
        table.count(table.host, seat, **typed[seat])
    table.host.post(to("begin_counting", table.session))
    assert_refused(table.send(table.scorer, 0, late), "Correct the points at the table", 409)
    assert len(table.entries) == (3 if make is BASIC else 1)
    if make is BASIC:
        assert table.scorer.get(to("count", table.session, 0)).url == to("table", table.session)
