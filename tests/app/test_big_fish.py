"""Big Fish pages: rows and piles, bonus cards earned, chosen or taken, and the mistake card."""

import gzip
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import GameSession, Role
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    end_early,
    hidden,
    open_form,
    remove,
    reopen,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.fish import (
    FOUR,
    NEW,
    a_fish_game,
    catch,
    caught,
    correct_entry,
    count,
    counted,
    err,
    erred,
    in_the_row,
)
from tests.app.support.pages import Page, text_of
from tests.support.long import examples

pytestmark = pytest.mark.django_db

PRINTED = "R5 Y6 G1 R2 Y3"  # plus 12, minus 5
RUN = "B1 B2 R3 R4 G4"  # D
ONE_COLOUR = "B5 B4 B4 B2 B1"  # H
LOW = "P1 P3 G2 G1 G3"  # G and I
BELOW = "P1 P2 G1 P1 P2"  # A, E, G and I
PLAIN = "R6 Y5 G4 R6 B6"


def table_page(phone, session):
    return Page(phone.get(to("table", session)))


def entry_page(phone, session, more=""):
    return Page(phone.get(to("enter", session) + more))


def last_data(session):
    return table_of(session).entries[-1].data


# --- a new game ---


def setup_fields(**more):
    return {
        "seat": list(FOUR),
        "advanced": "advanced",
        "drawn": "",
        "submission": "",
        "start": "1",
        **more,
    }


def started(phone, **more):
    response = phone.post(NEW, setup_fields(**more))
    assert response.status_code == 302
    return GameSession.objects.with_play().get(pk=re.findall(r"\d+", response.url)[0])


def options_of(session):
    return table_of(session).current(0).data["options"]


def test_a_b_or_c_is_drawn_for_the_table():
    phone = a_phone()
    drawn = {options_of(started(phone))["drawn"] for _ in range(40)}
    assert drawn == {"A", "B", "C"}


def test_the_table_may_pick_a_card_and_the_drawn_card_is_shown():
    phone = a_phone()
    session = started(phone, drawn="A", a_is_extra="on")
    assert options_of(session) == {"advanced": True, "drawn": "A", "a_is_extra": True}
    assert "bonus cards A and D–I · A as an extra" in table_page(phone, session).said
    assert "The fewest plus cards at the end" in table_page(phone, started(phone, drawn="B")).said


@pytest.mark.parametrize("drawn", ["B", "C"])
def test_a_table_that_picks_b_or_c_is_not_offered_a_on_top(drawn):
    phone = a_phone()
    session = started(phone, drawn=drawn, a_is_extra="on")
    assert options_of(session) == {"advanced": True, "drawn": drawn, "a_is_extra": False}
    assert "as an extra" not in table_page(phone, session).said


def test_when_b_is_drawn_nothing_says_that_a_comes_on_top():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), drawn="B", a_is_extra=True)
    assert "as an extra" not in table_page(phone, session).said


def test_a_basic_game_draws_no_card_and_shows_no_bonus_cards():
    phone = a_phone()
    session = started(phone, advanced="basic", drawn="C", a_is_extra="on")
    assert options_of(session) == {"advanced": False}
    said = table_page(phone, session).said
    assert "bonus cards none" in said
    assert "Four values in a row" not in said


def test_starting_twice_from_one_page_creates_one_game_whatever_would_be_drawn():
    phone = a_phone()
    submission = "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"
    games = {started(phone, submission=submission).pk for _ in range(12)}
    assert len(games) == 1


def test_sending_the_options_again_draws_no_other_card():
    phone = a_phone()
    session = a_fish_game(phone, drawn="")
    for _ in range(3):
        sent = {**open_form(phone, to("options", session)), "advanced": "advanced", "drawn": ""}
        answers = [phone.post(to("options", session), sent) for _ in range(6)]
        assert {(answer.status_code, answer.url) for answer in answers} == {
            (302, f"{to('table', session)}#saved")
        }
    assert len(table_of(session).revisions[0]) <= 4


def test_options_from_different_pages_can_draw_any_card():
    phone = a_phone()
    session = a_fish_game(phone, drawn="A")
    for _ in range(40):
        form = open_form(phone, to("options", session))
        phone.post(to("options", session), {**form, "advanced": "advanced", "drawn": ""})
    assert {entry.data["options"]["drawn"] for entry in table_of(session).revisions[0][1:]} == {
        "A",
        "B",
        "C",
    }


def test_a_rematch_and_a_repeat_draw_again():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), drawn="B", a_is_extra=True)
    end_early(phone, session)
    rematch = table_page(phone, session).form_called("rematch").fields
    assert rematch["drawn"] == [""]
    again = Page(phone.get(NEW))
    assert again.form_called("again").fields["drawn"] == [""]
    assert "one of A, B, C and D–I" in again.said
    drawn = set()
    for _ in range(40):
        response = phone.post(NEW, {**rematch, "start": "again", "submission": ""})
        session = GameSession.objects.get(pk=re.findall(r"\d+", response.url)[0])
        options = options_of(session)
        assert (options["advanced"], options["a_is_extra"]) == (True, True)
        drawn.add(options["drawn"])
    assert drawn == {"A", "B", "C"}


def test_a_rematch_and_a_repeat_keep_the_card_that_was_picked():
    phone = a_phone()
    session = started(phone, drawn="A")
    for _ in range(2):
        assert catch(phone, session, 0, PLAIN).status_code == 302
        end_early(phone, session)
        again = Page(phone.get(NEW)).form_called("again").fields
        rematch = table_page(phone, session).form_called("rematch").fields
        assert again["drawn"] == rematch["drawn"] == ["A"]
        response = phone.post(f"{NEW}?again={session.pk}", {**rematch, "start": "again"})
        session = GameSession.objects.with_play().get(pk=re.findall(r"\d+", response.url)[0])
        assert options_of(session)["drawn"] == "A"


def test_changing_other_options_does_not_draw_again():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, LOW, "G"), drawn="A")
    form = open_form(phone, to("options", session))
    assert form["drawn"] == ["A"]
    assert phone.post(to("options", session), {**form, "a_is_extra": "on"}).status_code == 302
    assert options_of(session) == {"advanced": True, "drawn": "A", "a_is_extra": True}
    assert "as an extra" in table_page(phone, session).said


@pytest.mark.parametrize("drawn", ["D", "Z", "\x00", "é"])
def test_an_unknown_card_is_refused(drawn):
    phone = a_phone()
    response = phone.post(NEW, setup_fields(drawn=drawn))
    assert response.status_code == 422
    assert not GameSession.objects.exists()


# --- a catch ---


def test_a_row_is_saved_with_the_only_bonus_card_that_it_earns():
    phone = a_phone()
    session = a_fish_game(phone, drawn="B")
    assert catch(phone, session, 2, RUN).status_code == 302
    assert last_data(session) == caught(2, RUN, "D")
    said = table_page(phone, session).said
    assert "plus 10" in said
    assert "minus 4" in said
    assert totals(session) == (0, 0, 16, 0)


def checked(phone, session, player, row, **more):
    form = open_form(phone, to("enter", session))
    sent = {**form, "type": "catch", "player": player, **in_the_row(row), "check": "1", **more}
    return Page(phone.post(to("enter", session), sent))


def test_checking_shows_plus_cards_minus_cards_and_what_is_earned():
    phone = a_phone()
    session = a_fish_game(phone, caught(1, RUN, "D"), drawn="B")
    page = checked(phone, session, 0, PRINTED)
    assert "+5 +6 +1 −2 −3" in page.said
    assert "12 plus, 5 minus +7" in page.said
    assert "Ana +7" in page.said
    assert len(table_of(session).entries) == 1


def test_the_form_asks_which_of_several_bonus_cards_and_says_who_has_the_others():
    phone = a_phone()
    session = a_fish_game(phone, caught(1, "R1 R2 R3 G2 Y3", "G"), caught(2, "R1 Y1 B5 G5 P5", "A"))
    page = checked(phone, session, 0, BELOW)
    assert offers(page) == ["A", "E", "I"]
    assert "from Cho" in page.said
    assert "taken: Ben has it" in page.said
    assert "Missing: the bonus card" in page.said
    response = catch(phone, session, 0, BELOW)
    assert response.status_code == 422
    assert "Choose the bonus card." in Page(response).said
    assert offers(Page(response)) == ["A", "E", "I"]
    assert catch(phone, session, 0, BELOW, bonus="A").status_code == 302
    assert totals(session)[0] == -1 + 10
    assert totals(session)[2] == 17  # the cards before it, without A


def offers(page):
    return [
        attrs["value"]
        for tag, attrs in page.tags
        if tag in ("input", "button") and attrs.get("name") == "bonus"
    ]


def test_a_bonus_card_saves_a_new_catch_and_is_only_chosen_in_a_correction():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, BELOW, "E"), drawn="B")
    form = next(
        form
        for form in checked(phone, session, 1, LOW).forms
        if form.action == to("enter", session)
    )
    default, *buttons = form.buttons
    assert "name" not in default  # Enter presses it
    assert [button["value"] for button in buttons if button.get("name") == "bonus"] == ["G", "I"]
    assert catch(phone, session, 1, LOW, bonus="G").status_code == 302
    assert last_data(session) == caught(1, LOW, "G")
    chosen = Page(phone.get(to("correct", session, 2))).form(to("correct", session, 2)).fields
    assert chosen["bonus"] == ["G"]


# --- one catch after another ---


def saved(phone, session, seat, **more):
    return catch(phone, session, seat, PLAIN, **more).url


def test_save_and_next_opens_the_next_catch_until_the_last_one():
    phone = a_phone()
    session = a_fish_game(phone, *[caught(0, PLAIN)] * 3, names=FOUR[:2], drawn="")
    page = entry_page(phone, session)
    assert "Save and next" in page.said
    assert saved(phone, session, 1) == to("enter", session)
    page = entry_page(phone, session)
    assert "Enter catch 5" in page.said
    strip = text_of(page.tree.get_element_by_id("saved"))
    assert "Catch 4" in strip
    assert "Undo" in strip
    assert saved(phone, session, 1, done="1") == f"{to('table', session)}#saved"
    assert "Save and next" not in entry_page(phone, session).said
    assert saved(phone, session, 1, next="1") == f"{to('table', session)}#saved"
    assert table_of(session).board.finished


def test_the_last_catch_can_be_undone_and_redone_without_leaving_the_form():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), drawn="")
    for total in (0, 15):
        page = entry_page(phone, session)
        response = phone.post(to("undo", session), page.form(to("undo", session)).fields)
        assert response.url == to("enter", session)
        assert totals(session)[0] == total


def test_redoing_the_catch_that_ends_the_game_leads_to_the_table():
    phone = a_phone()
    session = a_fish_game(phone, *[caught(0, PLAIN)] * 6, names=FOUR[:2], drawn="")
    undo(phone, session)
    page = entry_page(phone, session)
    response = phone.post(to("undo", session), page.form(to("undo", session)).fields)
    assert response.url == f"{to('table', session)}#saved"


def test_piles_are_saved_one_after_the_other_too():
    phone = a_phone()
    session = a_fish_game(phone, names=FOUR[:2], drawn="")
    for form, url in (("0", to("enter", session)), ("1", f"{to('table', session)}#saved")):
        assert count(phone, session, counted=form, plus="33", minus="19").url == url


def test_each_bonus_card_to_tick_beside_a_pile_says_what_it_is_for():
    phone = a_phone()
    session = a_fish_game(phone, counted(0, 33, 19, bonuses=["D"]), drawn="A")
    said = entry_page(phone, session).said
    for card in ("A a 1 for the plus pile +10", "D four values in a row +10 Ana has it"):
        assert card in said
    for card in ("E a row worth less than 0", "F a row worth exactly 0", "I exactly two colours"):
        assert card in said


def test_taking_a_from_another_player_shows_on_both():
    phone = a_phone()
    session = a_fish_game(phone, caught(2, "R1 Y1 B5 G5 P5", "A"))
    page = checked(phone, session, 0, "R1 Y4 B5 G5 P6", bonus="")
    assert "Ana +31 · Cho −10" in page.said
    catch(phone, session, 0, "R1 Y4 B5 G5 P6")
    assert totals(session) == (31, 0, 17, 0)
    assert "card A to Ana (10)" in Page(phone.get(to("round", session, 2))).said


def test_with_a_on_top_a_moves_beside_another_card():
    phone = a_phone()
    session = a_fish_game(phone, a_is_extra=True)
    page = checked(phone, session, 0, "R1 R1 R1 G2 G2")
    assert offers(page) == ["E", "G", "I"]
    catch(phone, session, 0, "R1 Y2 B3 G4 P4")
    assert last_data(session)["bonus"] == "D"
    assert totals(session)[0] == 14 + 10 + 10


def test_a_basic_game_does_not_ask_for_a_bonus_card():
    phone = a_phone()
    session = a_fish_game(phone, drawn="")
    page = checked(phone, session, 0, BELOW)
    assert offers(page) == []
    catch(phone, session, 0, BELOW)
    assert totals(session) == (-1, 0, 0, 0)
    assert "bonus" not in last_data(session)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"player": ""}, "Who took the row?"),
        ({"cards_4": ""}, "Tap all five cards of the row."),
        ({"cards_4": "R7"}, "Select a valid choice"),
        ({"player": "9"}, "Select a valid choice"),
        ({"bonus": "D"}, "This row does not earn card D"),
        ({"bonus": "Z"}, "Select a valid choice"),
    ],
)
def test_an_impossible_row_is_refused_and_stays_tapped(sent, why):
    phone = a_phone()
    session = a_fish_game(phone, drawn="B")
    form = open_form(phone, to("enter", session))
    response = phone.post(
        to("enter", session), {**form, "type": "catch", "player": "1", **in_the_row(PLAIN), **sent}
    )
    assert response.status_code == 422
    page = Page(response)
    assert why in page.said
    kept = page.form(to("enter", session)).fields
    assert [kept[f"cards_{place}"][0] for place in range(4)] == PLAIN.split()[:4]
    assert table_of(session).entries == []


# --- the mistake card ---


def test_one_tap_gives_the_mistake_card_and_another_moves_it():
    phone = a_phone()
    session = a_fish_game(phone, drawn="")
    assert err(phone, session, 1).status_code == 302
    assert totals(session) == (0, -5, 0, 0)
    err(phone, session, 3)
    assert totals(session) == (0, 0, 0, -5)
    said = table_page(phone, session).said
    assert "Mistake card · Dan −5" in said
    assert "Ben −5" not in said
    undo(phone, session)
    assert totals(session) == (0, -5, 0, 0)


def test_a_viewer_sees_who_has_the_mistake_card_and_cannot_move_it():
    phone = a_phone()
    session = a_fish_game(phone, erred(1))
    page = table_page(a_member(session.group, Role.VIEWER), session)
    assert "mistake card −5" in page.said
    assert not page.has_form(to("enter", session))


def test_a_mistake_keeps_the_draft_of_a_row():
    phone = a_phone()
    session = a_fish_game(phone)
    form = open_form(phone, to("enter", session))
    fields = {**form, "type": "catch", "player": "2", **in_the_row("R1 R2 R3")}
    assert phone.post(to("draft", session), fields).status_code == 302
    err(phone, session, 1)
    assert "Catch 1 begun: player Cho · row R1 R2 R3" in table_page(phone, session).said
    form = open_form(phone, to("enter", session))
    assert [form[f"cards_{place}"] for place in range(4)] == [["R1"], ["R2"], ["R3"], [""]]
    catch(phone, session, 2, PLAIN)
    assert "begun" not in table_page(phone, session).said


def test_a_forgotten_mistake_is_inserted_before_a_catch_and_corrected():
    phone = a_phone()
    session = a_fish_game(phone, erred(1), caught(0, PLAIN))
    page = entry_page(phone, session, "?before=2")
    assert "Mistake card" in page.said
    form = page.form(to("enter", session)).fields
    assert (
        phone.post(to("enter", session), {**form, "type": "mistake", "player": "3"}).status_code
        == 302
    )
    assert [entry.data["type"] for entry in table_of(session).entries] == [
        "mistake",
        "mistake",
        "catch",
    ]
    assert totals(session)[3] == -5
    assert "Who takes the mistake card?" in Page(phone.get(to("correct", session, 3))).said
    correct_entry(phone, session, 3, player="2")
    assert totals(session)[2] == -5


def test_a_mistake_card_entered_after_the_end_says_what_it_costs():
    phone = a_phone()
    rows = [caught(seat, PLAIN) for seat in (0, 1) for _ in range(3)]
    session = a_fish_game(phone, *rows, names=FOUR[:2], drawn="")
    fields = Page(phone.get(to("table", session))).form(to("enter", session)).fields
    assert "before" in fields  # the game is over
    sent = {**fields, "type": "mistake", "player": "1"}
    assert phone.post(to("enter", session), sent).status_code == 302
    notice = text_of(Page(phone.get(to("table", session))).tree.get_element_by_id("saved"))
    assert f"Mistake card · {FOUR[1]} −5" in notice
    assert "inserted" not in notice


def test_the_history_says_what_a_mistake_card_costs():
    phone = a_phone()
    session = a_fish_game(phone, erred(1))
    assert f"mistake card {FOUR[1]} −5" in Page(phone.get(to("history", session))).said


# --- counting at the end ---


def test_before_the_first_entry_both_ways_are_offered():
    phone = a_phone()
    session = a_fish_game(phone, erred(1), drawn="C")
    assert "Enter catch 1" in Page(phone.get(to("table", session))).said
    page = entry_page(phone, session)
    assert "Enter catch 1" not in page.said
    assert "Entry 1" in page.said
    assert "Catch by catch" in page.said
    assert "Count at the end" in page.said
    assert count(phone, session, counted="0", plus="20", minus="12", ones="0").status_code == 302
    page = entry_page(phone, session)
    assert "Catch by catch" not in page.said
    assert page.form(to("enter", session)).fields["counted"] == ["1"]
    caught_game = a_fish_game(phone, caught(0, PLAIN))
    page = entry_page(phone, caught_game)
    assert "Count at the end" not in page.said


def test_a_link_beside_the_button_counts_the_piles_instead():
    phone = a_phone()
    session = a_fish_game(phone, erred(1))
    link = "?type=count"
    assert "Count the piles instead" in table_page(phone, session).said
    page = Page(phone.get(to("enter", session) + link))
    assert page.form(to("enter", session)).fields["type"] == ["count"]
    assert entry_page(phone, session).form(to("enter", session)).fields["type"] == ["catch"]
    for entry in (caught(0, PLAIN), counted(0, 33, 19)):
        assert link not in table_page(phone, a_fish_game(phone, entry)).text
        assert phone.get(to("enter", a_fish_game(phone, entry)) + link).status_code == 200
    assert link not in table_page(a_member(session.group, Role.VIEWER), session).text


def test_the_drawn_card_decides_what_is_counted():
    phone = a_phone()
    asked = {}
    for drawn in ("", "A", "B", "C"):
        page = entry_page(phone, a_fish_game(phone, drawn=drawn))
        names = [attrs.get("name") for tag, attrs in page.tags if tag == "input"]
        asked[drawn] = [name for name in ("plus", "minus", "plus_cards", "ones") if name in names]
    assert asked["B"] == ["plus", "minus", "plus_cards"]
    assert asked["C"] == ["plus", "minus", "ones"]
    assert asked["A"] == asked[""] == ["plus", "minus"]


def test_counting_everyones_piles_ends_the_game():
    phone = a_phone()
    session = a_fish_game(phone, drawn="B", names=("Ana", "Ben"))
    count(phone, session, counted="0", plus="33", minus="19", plus_cards="8", bonuses=["D", "E"])
    err(phone, session, 0)
    page = entry_page(phone, session)
    assert "Ana has it" in page.said
    count(phone, session, counted="1", plus="30", minus="20", plus_cards="10", bonuses=["F"])
    assert totals(session) == (33 - 19 + 20 - 5 + 10, 30 - 20 + 7)
    said = table_page(phone, session).said
    assert "Ana wins with 39" in said
    assert "counted at the end" in said
    assert "At the end" in said
    assert "card B (10)" in said
    assert (
        "player Ana · plus 33 · minus 19 · plus cards 8 · bonus cards D, E"
        in Page(phone.get(to("history", session))).said
    )


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"minus": ""}, "Enter a number, even if it is 0."),
        ({"plus": "many"}, "Enter a whole number."),
        ({"plus": "-3"}, "Enter 0 or more."),
        ({"plus": "9999"}, "Enter a smaller number."),
        ({"plus_cards": "1"}, "Every row adds at least two plus cards"),
        ({"bonuses": ["D"]}, "Ana already has card D."),
        ({"bonuses": ["Z"]}, "Select a valid choice"),
        ({"counted": "0"}, "Ana’s piles are already counted."),
    ],
)
def test_impossible_piles_are_refused_beside_their_field(sent, why):
    phone = a_phone()
    session = a_fish_game(phone, counted(0, 33, 19, plus_cards=8, bonuses=["D"]), drawn="B")
    right = {"counted": "1", "plus": "30", "minus": "20", "plus_cards": "10"}
    response = count(phone, session, **{**right, **sent})
    assert response.status_code == 422
    page = Page(response)
    assert why in page.said
    kept = page.form(to("enter", session)).fields
    for name in ("plus", "minus", "plus_cards"):
        assert kept[name] == [{**right, **sent}[name]]
    assert len(table_of(session).entries) == 1


def test_either_of_two_players_who_hold_one_bonus_card_can_be_fixed():
    phone = a_phone()
    session = a_fish_game(phone, counted(0, 33, 19, plus_cards=8, bonuses=["D"]), drawn="B")
    numbers = {"counted": "1", "plus": "30", "minus": "20", "plus_cards": "10", "bonuses": ["D"]}
    response = count(phone, session, **numbers)
    assert "Save this and fix Ana’s piles" in Page(response).said
    response = count(phone, session, **numbers, keep="1")
    assert response.url == to("correct", session, 1)
    address = to("correct", session, 1)
    form = open_form(phone, address)
    form.pop("bonuses")
    phone.post(address, form)
    assert totals(session) == (14, 20, 0, 0)


def test_zero_is_counted_and_blank_is_asked_for():
    phone = a_phone()
    session = a_fish_game(phone, drawn="C")
    assert count(phone, session, counted="0", plus="0", minus="0", ones="").status_code == 422
    assert count(phone, session, counted="0", plus="0", minus="0", ones="0").status_code == 302
    assert last_data(session) == counted(0, 0, 0, ones=0)


def test_a_mistake_inserted_before_counted_piles_does_not_ask_for_them_again():
    phone = a_phone()
    session = a_fish_game(phone, counted(0, 33, 19), counted(1, 30, 20), names=("Ana", "Ben"))
    page = entry_page(phone, session, "?before=1")
    assert {"type", "player", "counted", "plus"} <= asked_on(page)
    fields = page.form(to("enter", session)).fields
    assert fields["type"] == ["mistake"]
    assert phone.post(to("enter", session), {**fields, "player": "1"}).status_code == 302
    assert totals(session) == (14, 5)


def test_after_all_piles_are_counted_the_holder_of_the_mistake_card_can_be_named():
    phone = a_phone()
    session = a_fish_game(phone, counted(0, 33, 19), counted(1, 30, 20), names=("Ana", "Ben"))
    assert "tap who has it" in table_page(phone, session).said
    assert err(phone, session, 0).status_code == 302
    assert totals(session) == (9, 10)
    said = table_page(phone, session).said
    assert "Ben wins with 10" in said
    assert "Mistake card · Ana −5" in said
    err(phone, session, 1)
    assert totals(session) == (14, 5)
    undo(phone, session)
    assert totals(session) == (9, 10)


def test_the_mistake_card_of_the_last_row_can_be_given_after_the_end():
    phone = a_phone()
    session = a_fish_game(
        phone, *[caught(n % 2, PLAIN) for n in range(6)], names=("Ana", "Ben"), drawn=""
    )
    err(phone, session, 1)
    assert totals(session) == (45, 40)
    session = a_fish_game(phone, caught(0, PLAIN), names=("Ana", "Ben"), drawn="")
    end_early(phone, session)
    err(phone, session, 0)
    assert totals(session) == (10, 0)


def test_a_final_mistake_can_be_corrected_in_a_game_that_ended_early():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), erred(0), names=("Ana", "Ben"), drawn="")
    end_early(phone, session)
    assert not table_page(phone, session).has_form(to("enter", session))


# --- the first entry ---


@pytest.mark.parametrize(
    ("first", "asked"),
    [
        (caught(0, BELOW, "E"), {"player", "cards_0"}),
        (counted(0, 33, 19, plus_cards=8), {"counted", "plus", "minus", "plus_cards", "bonuses"}),
        (erred(2), {"player"}),
    ],
    ids=["catch", "piles", "mistake"],
)
def test_correcting_the_first_entry_asks_only_for_its_own_type(first, asked):
    phone = a_phone()
    session = a_fish_game(phone, first, drawn="B")
    address = to("correct", session, 1)
    page = Page(phone.get(address))
    assert asked_on(page) == asked
    refused = Page(
        phone.post(address, {**page.form(address).fields, "player": "9", "counted": "9"})
    )
    assert asked_on(refused) == asked


def asked_on(page):
    names = {
        attrs.get("name")
        for tag, attrs in page.tags
        if tag == "input" and attrs.get("type") != "hidden"
    }
    return names & {
        "type",
        "player",
        "cards_0",
        "counted",
        "plus",
        "minus",
        "plus_cards",
        "ones",
        "bonuses",
    }


# --- corrections ---


def test_a_catch_whose_bonus_card_was_taken_says_so_and_is_offered_another():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), caught(1, LOW, "G"))
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


def broken_by_a_correction(phone):
    """Ana’s G is taken before her turn."""
    session = a_fish_game(
        phone, caught(1, RUN, "D"), caught(0, "R1 R2 Y3 Y3 R1", "G"), caught(2, PLAIN), drawn="B"
    )
    correct_entry(phone, session, 1, **in_the_row("R1 Y2 G3 B1 P2"), bonus="G")
    return session


def test_what_a_correction_invalidated_comes_first_on_the_table():
    phone = a_phone()
    said = table_page(phone, broken_by_a_correction(phone)).said
    assert (
        said.index("Catch 1 corrected")
        < said.index("Catch 2 doesn’t count.")
        < said.rindex("Ben leads with 16")
    )


def test_a_correction_warns_before_it_is_saved_of_what_it_would_invalidate():
    phone = a_phone()
    session = a_fish_game(
        phone, caught(1, RUN, "D"), caught(0, "R1 R2 Y3 Y3 R1", "G"), caught(2, PLAIN), drawn="B"
    )
    address = to("correct", session, 1)
    form = open_form(phone, address)
    page = Page(phone.post(address, {**form, **in_the_row("R1 Y2 G3 B1 P2"), "check": "1"}))
    assert "Catch 2 would no longer count." in page.said
    assert (
        "would no longer count"
        not in Page(phone.post(address, {**form, **in_the_row(RUN), "check": "1"})).said
    )
    correct_entry(phone, session, 1, **in_the_row("R1 Y2 G3 B1 P2"), bonus="G")
    page = Page(
        phone.post(
            address, {**open_form(phone, address), **in_the_row("R1 Y2 G3 B3 P2"), "check": "1"}
        )
    )
    assert "would no longer count" not in page.said  # it does so already


def test_the_form_to_fix_a_row_says_why_it_does_not_count():
    phone = a_phone()
    session = broken_by_a_correction(phone)
    page = Page(phone.get(to("correct", session, 2)))
    assert "Ben already has card G. It could take F or I." in page.said
    assert "This doesn’t count" in page.said
    assert (
        phone.post(
            to("correct", session, 2), page.form(to("correct", session, 2)).fields
        ).status_code
        == 422
    )
    correct_entry(phone, session, 2, bonus="F")
    assert totals(session)[0] == 7


@pytest.mark.parametrize(
    ("row", "cure", "total"),
    [
        (LOW, "Saved like this, the row takes card I.", 9),
        ("R1 R1 Y2 G3 B3", "Saved like this, the row counts without card G.", 8),
    ],
)
def test_when_there_is_nothing_left_to_choose_the_form_says_that_saving_fixes_it(row, cure, total):
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), caught(1, row, "G"), drawn="B")
    correct_entry(phone, session, 1, **in_the_row("R1 Y2 G3 B1 P2"), bonus="G")
    page = Page(phone.get(to("correct", session, 2)))
    assert "Ana already has card G." in page.said
    assert cure in page.said
    correct_entry(phone, session, 2)
    assert totals(session)[1] == total


def test_either_of_two_rows_that_took_one_card_may_be_the_wrong_one():
    phone = a_phone()
    session = broken_by_a_correction(phone)
    address = to("correct", session, 2)
    page = Page(phone.get(address))
    assert "Save this and fix Catch 1" in page.said
    response = phone.post(address, {**page.form(address).fields, "keep": "1"})
    assert response.url == to("correct", session, 1)
    assert last_data(session) == caught(2, PLAIN)
    correct_entry(phone, session, 1, **in_the_row(RUN))
    assert totals(session)[0] == 7
    assert "doesn’t count" not in table_page(phone, session).said


def test_invalid_piles_are_described_in_the_plural():
    phone = a_phone()
    session = a_fish_game(
        phone, counted(0, 33, 19, bonuses=["E"]), counted(1, 30, 20, bonuses=["D"])
    )
    correct_entry(phone, session, 1, bonuses=["D"])
    assert "Ben’s piles don’t count. Ana already has card D." in table_page(phone, session).said
    page = Page(phone.get(to("correct", session, 2)))
    assert "Ana already has card D." in page.said


def test_a_forgotten_catch_is_offered_the_cards_available_at_that_time():
    phone = a_phone()
    session = a_fish_game(phone, caught(1, RUN, "D"), drawn="B")
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
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PRINTED, "A"))
    for address in (to("history", session), to("round", session, 1)):
        page = Page(phone.get(address))
        assert "player Ana · row R5 Y6 G1 R2 Y3 · plus 12 · minus 5 · bonus card A" in page.said
        assert page.text.count('class="fish') == 5


def test_two_phones_that_enter_a_catch_at_once_see_both_rows():
    first = a_phone()
    session = a_fish_game(first, drawn="B")
    second = a_member(session.group, Role.SCORER)
    forms = [open_form(phone, to("enter", session)) for phone in (first, second)]
    first.post(
        to("enter", session), {**forms[0], "type": "catch", "player": "0", **in_the_row(RUN)}
    )
    response = second.post(
        to("enter", session), {**forms[1], "type": "catch", "player": "1", **in_the_row(ONE_COLOUR)}
    )
    assert response.status_code == 409
    page = Page(response)
    assert "Keep both: mine is Catch 2" in page.said
    _, beside = [form.fields for form in page.forms if form.action == to("enter", session)]
    assert second.post(to("enter", session), beside).status_code == 302
    assert totals(session) == (16, 9, 0, 0)


def test_a_mistake_that_comes_second_is_named_in_the_conflict():
    first = a_phone()
    session = a_fish_game(first, drawn="B")
    second = a_member(session.group, Role.SCORER)
    form = open_form(second, to("table", session), to("enter", session))
    catch(first, session, 0, RUN)
    response = second.post(to("enter", session), {**form, "player": "1"})
    assert response.status_code == 409
    page = Page(response)
    assert "Keep both: mine is Mistake card" in page.said
    _, beside = [form.fields for form in page.forms if form.action == to("enter", session)]
    assert second.post(to("enter", session), beside).status_code == 302
    assert totals(session) == (16, -5, 0, 0)


def test_a_catch_sent_twice_is_saved_once():
    phone = a_phone()
    session = a_fish_game(phone, drawn="B")
    form = {
        **open_form(phone, to("enter", session)),
        "type": "catch",
        "player": "0",
        **in_the_row(RUN),
    }
    assert [phone.post(to("enter", session), form).status_code for _ in range(2)] == [302, 302]
    assert len(table_of(session).entries) == 1


def test_entries_are_not_called_rounds_and_the_chart_counts_rows():
    phone = a_phone()
    rows = [caught(seat % 4, PLAIN) for seat in range(12)]
    session = a_fish_game(phone, *rows[:3], erred(1), *rows[3:7], erred(2), *rows[7:])
    page = table_page(phone, session)
    assert re.search(r'<th scope="col">\s*<span class="hide">\s*Entry\s*</span>', page.text)
    assert re.findall(r'text-anchor="middle">(\d+)<', page.text) == ["2", "4", "6", "8", "10", "12"]


# --- the end ---


def test_the_last_catch_ends_the_game_with_the_points_of_b():
    phone = a_phone()
    rows = [
        caught(0, PRINTED),
        caught(1, PLAIN),
        caught(0, PLAIN),
        caught(1, PLAIN),
        caught(0, PLAIN),
    ]
    session = a_fish_game(phone, *rows, names=("Ana", "Ben"), drawn="B")
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


def test_when_the_drawn_card_decides_no_row_is_credited():
    phone = a_phone()
    rows = [
        caught(seat, row)
        for seat, row in ((0, PRINTED), (1, PLAIN), (0, PLAIN), (0, PRINTED), (1, PLAIN))
    ]
    session = a_fish_game(phone, *rows, caught(0, PRINTED), names=("Ana", "Ben"), drawn="B")
    assert totals(session) == (36, 40)  # 36 and 30 before
    said = table_page(phone, session).said
    assert "takes the lead for good" not in said
    assert "At the end Ben takes the lead: card B (10) +10" in said


def test_nobody_is_said_to_lead_after_more_catches_than_others():
    phone = a_phone()
    rows = [
        caught(seat, row)
        for seat, row in ((0, PRINTED), (1, PLAIN), (0, PLAIN), (0, PRINTED), (1, PLAIN))
    ]
    session = a_fish_game(phone, *rows, caught(0, PLAIN), names=("Ana", "Ben"), drawn="B")
    assert totals(session) == (44, 40)
    assert "takes the lead" not in table_page(phone, session).said


def test_a_game_ended_early_is_scored_with_its_entries_so_far():
    phone = a_phone()
    session = a_fish_game(phone, caught(0, PLAIN), caught(1, RUN, "D"), drawn="B")
    end_early(phone, session)
    assert totals(session) == (15, 16, 5, 5)
    assert "after 2 catches" in table_page(phone, session).said
    reopen(phone, session)
    assert totals(session) == (15, 16, 0, 0)


# --- fuzzing ---

GARBAGE = [
    "",
    "\x00",
    "-1",
    "²",
    "٣",
    "12",
    "9" * 30,
    "9" * 2000,
    "é",
    "0",
    "1",
    "7",
    "None",
    "R4",
    "A",
    "D",
    "count",
]
FIELDS = [
    "type",
    "player",
    "cards",
    "bonus",
    "counted",
    "plus",
    "minus",
    "plus_cards",
    "ones",
    "bonuses",
]
SENT_FIELDS = [*FIELDS, *[f"cards_{n}" for n in range(6)], "check", "noted"]
VALUES = st.sampled_from([*GARBAGE, "catch", "mistake"]) | st.text(max_size=4)
SENT = st.dictionaries(st.sampled_from(SENT_FIELDS), VALUES | st.lists(VALUES, max_size=3))


@pytest.mark.parametrize(
    "first", [caught(0, BELOW, "E"), counted(0, 33, 19, ones=2), erred(2)], ids=lambda e: e["type"]
)
def test_no_input_causes_a_server_error_or_breaks_a_game(first):
    phone = a_phone()
    session = a_fish_game(phone, first, drawn="C")
    addresses = {name: to(name, session) for name in ("enter", "draft")} | {
        "correct": to("correct", session, 1)
    }
    form = hidden(entry_page(phone, session), to("enter", session))

    @settings(max_examples=examples(10), suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from(list(addresses)), SENT, st.booleans())
    def send(where, sent, htmx):
        slots = {"slot": 1, "revision": 1} if where == "correct" else {}
        body = {**form, **slots, **sent, "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"}
        response = phone.post(addresses[where], body, headers=HTMX if htmx else {})
        assert response.status_code in (200, 302, 409, 422)
        if response.status_code in (200, 422):
            assert Page(response).errors == []
        for page in ("table", "enter"):
            assert phone.get(to(page, session)).status_code == 200
        assert table_of(session).board.problem is None

    send()


# --- what it costs ---

SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")
EIGHTEEN = [
    *(
        caught(0, BELOW, "E"),
        caught(1, RUN, "D"),
        caught(2, ONE_COLOUR, "H"),
        caught(3, LOW, "I"),
        erred(4),
    ),
    *(
        caught(seat % 6, row)
        for seat, row in enumerate([PLAIN, "R6 R4 Y5 Y2 G2", "P6 G5 B3 B2 R6"] * 4)
    ),
    *(caught(4, "R5 Y5 G5 B6 P6"), erred(5)),
]


def test_a_game_of_six_needs_no_more_than_six_queries():
    phone = a_phone()
    session = a_fish_game(phone, *EIGHTEEN, names=SIX, drawn="B")
    assert table_of(session).board.problem is None
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(to("table", session)).status_code == 200
    assert len(queries) <= 6


def test_the_pages_of_six_are_small():
    phone = a_phone()
    session = a_fish_game(phone, *EIGHTEEN, names=SIX, drawn="B")
    for address in (to("table", session), to("enter", session)):
        page = phone.get(address).content
        assert len(gzip.compress(page)) <= 10_000


def test_other_games_are_offered_beside_big_fish():
    phone = a_phone()
    a_game(phone)
    assert "Big Fish" in Page(phone.get("/")).said
