"""Counts that are refused, and a table that goes on while everyone counts."""

from dataclasses import replace
from functools import partial

import pytest

from games import registry
from games.contract import EVERY_ROUND
from tests.app.support.counting import BASIC, CELLS, HEARTS, PILES, Counting
from tests.app.support.factories import (
    a_game,
    add,
    draft,
    open_form,
    remove,
    submit,
    to,
    totals,
    undo,
)
from tests.app.support.fish import FOUR, a_fish_game, catch, err
from tests.app.support.pages import Page, assert_refused
from tests.app.support.sheets import a_sheet
from tests.app.test_chimera_tricks import tricks

REFUSED = "%s?refused=1"


# --- refused ---


def test_what_is_wrong_with_one_count_is_told_before_it_is_sealed():
    table = Counting(BASIC)
    answer = table.count(table.scorer, 1, plus="", minus=3)
    assert_refused(answer, "Enter a number, even if it is 0.")
    answer = table.count(table.scorer, 1, plus=0, minus=3)
    assert answer.status_code == 422
    page = Page(answer)
    (beside,) = page.all(id="say-minus")
    assert "cannot come without a plus pile" in beside.text_content()
    assert page.form(to("count", table.session, 1)).fields["minus"] == ["3"]
    assert table.done(table.host) == []


def test_more_crystals_than_grimoires_are_refused_before_they_are_sealed():
    table = Counting(partial(tricks, options={}))
    answer = table.count(table.host, 1, grimoires_1="5", crystals_1=2)
    assert answer.status_code == 422
    (beside,) = Page(answer).all(id="say-crystals_1")
    assert "Ben won one Grimoire" in beside.text_content()


def test_counts_that_contradict_each_other_open_the_form_for_correction():
    table = Counting(partial(a_fish_game, names=FOUR[:3], drawn="A"))
    for seat in range(3):
        answer = table.count(table.host, seat, **PILES[seat], bonuses=["D"] if seat < 2 else [])
    assert answer.url == REFUSED % to("enter", table.session)
    assert [one["player"] for one in table.entries] == [0, 2]
    page = Page(table.scorer.get(to("enter", table.session)))
    form = page.form(to("enter", table.session)).fields
    assert (form["counted"], form["plus"], form["bonuses"]) == (["1"], ["22"], ["D"])
    del form["bonuses"]
    table.scorer.post(to("enter", table.session), form)
    assert table.stored.finished_at
    assert table.stored.counting is None


def test_a_round_that_does_not_add_up_opens_the_form_for_correction():
    table = Counting(HEARTS)
    for seat, taken in enumerate((20, 5, 0)):
        answer = table.count(table.host, seat, **{f"taken_{seat}": taken})
    assert answer.url == REFUSED % to("enter", table.session)
    assert table.stored.counting is None
    page = Page(table.host.get(answer.url))
    (beside,) = page.all(id="say-taken")
    assert "Points taken: 26 in all, not 25." in beside.text_content()
    assert "Missing" not in page.said
    form = open_form(table.scorer, to("enter", table.session))
    assert [form[f"taken_{seat}"] for seat in range(3)] == [["20"], ["5"], ["0"]]


def test_a_count_names_no_other_player():
    table = Counting(BASIC)
    fields = {**table.form(table.host, 0), **PILES[0]}
    for forged in ({"counted": "1"}, {"counted": ""}):
        assert table.send(table.host, 0, fields | forged).status_code == 422
    sheet = Counting(a_sheet)
    fields = {**sheet.form(sheet.host, 0), **CELLS[0]}
    for forged in ({"player": "1"}, {"player": ""}):
        assert sheet.send(sheet.host, 0, fields | forged).status_code == 422
    hearts = Counting(HEARTS)
    fields = {**hearts.form(hearts.host, 0), "taken_0": 20, "taken_1": 6}
    hearts.send(hearts.host, 0, fields)
    (sealed,) = hearts.stored.sealed_counts.all()
    assert sealed.fields == {"taken_0": ["20"]}


@pytest.mark.parametrize("seat", [3, 99999999999999999999])
def test_there_is_no_count_of_a_seat_that_nobody_has(seat):
    table = Counting(BASIC)
    assert table.host.get(to("count", table.session, seat)).status_code == 302
    assert table.send(table.host, seat, table.form(table.host, 0)).status_code == 409


# --- the table goes on meanwhile ---


def test_an_entry_of_another_kind_leaves_what_is_sealed():
    table = Counting(BASIC)
    table.count(table.host, 0, **PILES[0])
    err(table.scorer, table.session, 1)
    undo(table.scorer, table.session)
    assert table.done(table.host) == ["Ana"]
    for seat in (1, 2):
        table.count(table.host, seat, **PILES[seat])
    assert totals(table.session) == (26, 19, 32)


def test_what_is_sealed_waits_while_catches_are_entered_in_case_they_are_undone():
    table = Counting(BASIC)
    table.count(table.host, 0, **PILES[0])
    for row in ("B1 B2 R3 R4 G4", "R6 Y5 G4 R6 B6"):
        catch(table.scorer, table.session, 0, row)
    assert len(table.entries) == 2
    page = Page(table.host.get(to("table", table.session)))
    assert "Everyone counts" not in page.said
    assert not page.has_form(to("reveal", table.session))
    undo(table.scorer, table.session)
    remove(table.scorer, table.session, 1)
    assert table.done(table.host) == ["Ana"]
    for seat in (1, 2):
        table.count(table.host, seat, **PILES[seat])
    assert totals(table.session) == (26, 19, 32)
    assert table.stored.counting is None
    assert not table.stored.sealed_counts.exists()


def test_piles_that_are_entered_the_usual_way_need_no_count():
    table = Counting(BASIC)
    table.count(table.host, 0, **PILES[0])
    table.count(table.host, 1, **PILES[1])
    fields = open_form(table.scorer, to("enter", table.session))
    sent = {**fields, "type": "count", "counted": 0, **PILES[2]}
    table.scorer.post(to("enter", table.session), sent)
    assert table.done(table.host) == ["Ben"]
    table.count(table.host, 2, **PILES[2])
    assert [one["player"] for one in table.entries] == [0, 1, 2]


def test_a_round_that_is_entered_the_usual_way_ends_the_counting():
    table = Counting(HEARTS)
    table.count(table.host, 0, taken_0=20)
    submit(table.scorer, to("enter", table.session), taken_0=26)
    assert table.stored.counting is None
    assert not table.stored.sealed_counts.exists()


def test_a_correction_or_an_undo_of_an_earlier_round_leaves_what_is_sealed():
    table = Counting(HEARTS, begun=False)
    add(table.session, {"taken": {"0": 26}})
    table.begin(table.host)
    table.count(table.host, 0, taken_0=20)
    undo(table.scorer, table.session)
    assert table.done(table.host) == ["Ana"]
    undo(table.scorer, table.session)
    for seat, taken in ((1, 6), (2, 0)):
        table.count(table.host, seat, **{f"taken_{seat}": taken})
    assert table.entries[-1] == {"taken": {"0": 20, "1": 6, "2": 0}}


def test_a_count_for_a_seat_that_someone_else_took_meanwhile_is_asked_for_again():
    table = Counting(HEARTS)
    fields = {**table.form(table.scorer, 0), "taken_0": 20}
    address = to("replace_player", table.session, 0)
    submit(table.host, to("seat", table.session, 0), address, name="Eve", sure=1)
    assert_refused(table.send(table.scorer, 0, fields), "The players at this table have changed")


def test_bids_in_the_draft_are_part_of_what_is_revealed(monkeypatch):
    wizard = replace(registry.games()["wizard"], counting=EVERY_ROUND)
    monkeypatch.setitem(registry.games(), "wizard", wizard)
    make = partial(a_game, game="wizard", options={"forbid_even_bids": False})
    table = Counting(make)
    draft(table.host, table.session, play="now", bids_0=1, bids_1=0, bids_2=0)
    for seat, won in enumerate((1, 0, 0)):
        table.count(table.scorer, seat, **{f"tricks_{seat}": won})
    assert table.entries == [{"bids": {"0": 1, "1": 0, "2": 0}, "tricks": {"0": 1, "1": 0, "2": 0}}]


def test_a_full_game_tells_the_last_who_counts(monkeypatch):
    table = Counting(BASIC)
    for seat in (0, 1):
        table.count(table.host, seat, **PILES[seat])
    monkeypatch.setattr("scorekeeper.tables.entering.sealing.MOST", 2)
    assert table.count(table.host, 2, **PILES[2]).status_code == 422
    assert table.entries == []
    assert table.done(table.host) == ["Ana", "Ben"]
