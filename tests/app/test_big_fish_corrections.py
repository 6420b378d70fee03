"""Big Fish pages: corrections, two phones at once, the end of a game, and what pages cost."""

import gzip
import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_member,
    a_phone,
    open_form,
    remove,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.fish import (
    FOUR,
    TWO,
    a_fish_game,
    catch,
    correct_entry,
    entry_page,
    in_the_row,
    last_data,
    start_fish,
    table_page,
)
from tests.app.support.pages import Page, assert_refused
from tests.support.entries import caught, counted, erred

PRINTED = "R5 Y6 G1 R2 Y3"  # plus 12, minus 5
RUN = "B1 B2 R3 R4 G4"  # D
ONE_COLOUR = "B5 B4 B4 B2 B1"  # H
LOW = "P1 P3 G2 G1 G3"  # G and I
BELOW = "P1 P2 G1 P1 P2"  # A, E, G and I
PLAIN = "R6 Y5 G4 R6 B6"


# --- corrections ---


def test_a_catch_whose_bonus_card_was_taken_says_so_and_is_offered_another():
    phone, session = start_fish(caught(0, PLAIN), caught(1, LOW, "G"))
    correct_entry(phone, session, 1, **in_the_row("R1 R2 R3 Y2 B3"), bonus="G")
    said = table_page(phone, session).said
    assert "Catch 2 doesn’t count. " in said
    assert "It could take I." in said
    page = Page(phone.get(to("correct", session, 2)))
    assert "taken: Ana has it" in page.said
    fields = page.form(to("correct", session, 2)).fields
    assert [fields[f"cards_{place}"][0] for place in range(5)] == LOW.split()
    correct_entry(phone, session, 2, bonus="I")
    assert "doesn’t count" not in table_page(phone, session).said
    assert last_data(session) == caught(1, LOW, "I")


CATCHES = caught(1, RUN, "D"), caught(0, "R1 R2 Y3 Y3 R1", "G"), caught(2, PLAIN)
TAKES_G = in_the_row("R1 Y2 G3 B1 P2")


def broken_by_a_correction():
    """Ana’s G is taken before her turn."""
    phone, session = start_fish(*CATCHES, drawn="B")
    correct_entry(phone, session, 1, **TAKES_G, bonus="G")
    return phone, session


def test_a_correction_warns_before_it_is_saved_of_what_it_would_invalidate():
    phone, session = start_fish(*CATCHES, drawn="B")
    address = to("correct", session, 1)

    def said(row):
        return Page(submit(phone, address, **in_the_row(row), check="1")).said

    assert "Catch 2 would no longer count." in said("R1 Y2 G3 B1 P2")
    assert "would no longer count" not in said(RUN)
    correct_entry(phone, session, 1, **TAKES_G, bonus="G")
    assert "would no longer count" not in said("R1 Y2 G3 B3 P2")  # it does so already


def test_what_a_correction_invalidated_comes_first_on_the_table_and_its_form_says_why():
    phone, session = broken_by_a_correction()
    said = table_page(phone, session).said
    first, next_, last = "Catch 1 corrected", "Catch 2 doesn’t count.", "Ben leads with 16"
    assert said.index(first) < said.index(next_) < said.rindex(last)
    page = Page(phone.get(to("correct", session, 2)))
    assert "Ben already has card G. It could take F or I." in page.said
    assert "This doesn’t count" in page.said
    address = to("correct", session, 2)
    assert phone.post(address, page.form(address).fields).status_code == 422
    correct_entry(phone, session, 2, bonus="F")
    assert totals(session)[0] == 7


def test_when_there_is_nothing_left_to_choose_the_form_says_that_saving_fixes_it():
    phone = a_phone()
    for row, cure, total in (
        (LOW, "If you save now, the row takes card I.", 9),
        ("R1 R1 Y2 G3 B3", "If you save now, the row counts without card G.", 8),
    ):
        session = a_fish_game(phone, caught(0, PLAIN), caught(1, row, "G"), drawn="B")
        correct_entry(phone, session, 1, **in_the_row("R1 Y2 G3 B1 P2"), bonus="G")
        page = Page(phone.get(to("correct", session, 2)))
        assert "Ana already has card G." in page.said
        assert cure in page.said
        correct_entry(phone, session, 2)
        assert totals(session)[1] == total


def test_a_row_whose_card_another_row_took_wrongly_is_saved_with_it_on_the_way_there():
    phone, session = start_fish(caught(1, "R1 Y2 G3 B1 P2", "G"), drawn="B")
    address = to("enter", session)
    page = Page(catch(phone, session, 0, "R1 R2 Y3 Y3 R1", bonus="G"))
    assert "Save this and fix catch 1 or fix this one here" in page.said
    response = phone.post(address, {**page.form(address).fields, "keep": "1"})
    assert response.url == to("correct", session, 1)
    assert last_data(session) == CATCHES[1]


def test_invalid_piles_are_described_in_the_plural():
    phone, session = start_fish(
        counted(0, 33, 19, bonuses=["E"]), counted(1, 30, 20, bonuses=["D"])
    )
    correct_entry(phone, session, 1, bonuses=["D"])
    assert "Ben’s piles don’t count. Ana already has card D." in table_page(phone, session).said
    page = Page(phone.get(to("correct", session, 2)))
    assert "Ana already has card D." in page.said


def test_a_forgotten_catch_is_offered_the_cards_available_at_that_time():
    phone, session = start_fish(caught(1, RUN, "D"), drawn="B")
    page = entry_page(phone, session, "?before=1")
    form = page.form(to("enter", session)).fields
    sent = {**form, "type": "catch", "player": "0", **in_the_row("Y1 B2 R3 G4 G4")}
    page = Page(phone.post(to("enter", session), {**sent, "check": "1"}))
    assert "gone" not in page.said
    assert phone.post(to("enter", session), sent).status_code == 302
    said = table_page(phone, session).said
    assert "Catch 2 doesn’t count. Ana already has card D." in said
    correct_entry(phone, session, 1)
    assert totals(session) == (10 - 4 + 10, 10 - 4, 0, 0)
    remove(phone, session, 2)
    assert totals(session) == (0, 16, 0, 0)


def test_the_history_and_the_row_are_described_card_by_card():
    phone, session = start_fish(caught(0, PRINTED, "A"))
    for address in (to("history", session), to("round", session, 1)):
        page = Page(phone.get(address))
        assert "caught by Ana · row R5 Y6 G1 R2 Y3 · plus 12 · minus 5 · bonus card A" in page.said
        assert page.text.count('class="fish') == 5


def test_two_phones_that_enter_at_once_see_both_entries():
    first, session = start_fish(drawn="B")
    second = a_member(session.group, Role.SCORER)
    enter = to("enter", session)
    mine, theirs = [open_form(phone, enter) for phone in (first, second)]
    mistake = open_form(second, to("table", session), enter)
    sent = {**mine, "type": "catch", "player": "0", **in_the_row(RUN)}
    assert [first.post(enter, sent).status_code for _twice in range(2)] == [302, 302]
    assert len(table_of(session).log.entries) == 1
    row = {"type": "catch", "player": "1", **in_the_row(ONE_COLOUR)}
    response = second.post(enter, {**theirs, **row, **in_the_row("R2 B3 B4 Y5 Y6")})
    assert "Keep both: mine is catch 2" in Page(response).said  # the first has taken its card D
    for fields, name, points in (
        ({**theirs, **row}, "catch 2", (16, 9, 0, 0)),
        ({**mistake, "player": "1"}, "mistake card", (16, 4, 0, 0)),
    ):
        response = second.post(enter, fields)
        page = assert_refused(response, f"Keep both: mine is {name}", 409)
        _, beside = [form.fields for form in page.forms if form.action == enter]
        assert second.post(enter, beside).status_code == 302
        assert totals(session) == points


def test_entries_are_not_called_rounds_and_the_chart_counts_rows():
    phone = a_phone()
    rows = [caught(seat % 4, PLAIN) for seat in range(12)]
    session = a_fish_game(phone, *rows[:3], erred(1), *rows[3:7], erred(2), *rows[7:])
    page = table_page(phone, session)
    assert re.search(r'<th scope="col">\s*<span class="hide">\s*Entry\s*</span>', page.text)
    numbers = page.tree.xpath("//svg/g[@text-anchor='middle']/text/text()")
    assert numbers == ["2", "4", "6", "8", "10", "12"]


# --- the end ---


def test_the_last_catch_ends_the_game_with_the_points_of_b():
    phone = a_phone()
    rows = [caught(0, PRINTED), *[caught(seat, PLAIN) for seat in (1, 0, 1, 0)]]
    session = a_fish_game(phone, *rows, names=TWO, drawn="B")
    said = table_page(phone, session).said
    assert "1 of 6 catches left" in said
    assert "bonus B: +10 so far" in said
    assert "The fewest plus cards at the end so far B Ben +10" in said
    catch(phone, session, 0, PLAIN)
    page = table_page(phone, session)
    assert "after 6 catches" in page.said
    assert "At the end" in page.said
    assert "card B (10)" in page.said
    assert "tap who made the mistake" not in page.said
    assert "Rematch" in page.said


FIVE = [
    *(caught(0, PRINTED), caught(1, PLAIN), caught(0, PLAIN)),
    *(caught(0, PRINTED), caught(1, PLAIN)),
]


def test_nobody_takes_the_lead_by_a_row_if_the_drawn_card_decides_or_others_have_caught_less():
    phone, session = start_fish(*FIVE, caught(0, PRINTED), names=TWO, drawn="B")
    assert totals(session) == (36, 40)  # 36 and 30 before
    said = table_page(phone, session).said
    assert "takes the lead for good" not in said
    assert "At the end Ben takes the lead: card B (10) +10" in said
    session = a_fish_game(phone, *FIVE, caught(0, PLAIN), names=TWO, drawn="B")
    assert totals(session) == (44, 40)
    assert "takes the lead" not in table_page(phone, session).said


# --- what it costs ---

SIX = (*FOUR, "Eve", "Fay")
OTHERS = "R6 R4 Y5 Y2 G2", "P6 G5 B3 B2 R6"
EIGHTEEN = [
    *(caught(0, BELOW, "E"), caught(1, RUN, "D"), caught(2, ONE_COLOUR, "H")),
    *(caught(3, LOW, "I"), erred(4)),
    *(caught(seat % 6, row) for seat, row in enumerate([PLAIN, *OTHERS] * 4)),
    *(caught(4, "R5 Y5 G5 B6 P6"), erred(5)),
]


def test_the_pages_of_six_are_small_and_need_no_more_than_six_queries():
    phone, session = start_fish(*EIGHTEEN, names=SIX, drawn="B")
    assert table_of(session).board.problem is None
    with CaptureQueriesContext(connection) as queries:
        pages = [phone.get(to("table", session))]
    assert len(queries) <= 6
    pages.append(phone.get(to("enter", session)))
    for page in pages:
        assert page.status_code == 200
        assert len(gzip.compress(page.content)) <= 10_000
