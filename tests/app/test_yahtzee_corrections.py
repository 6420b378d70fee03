"""Corrections on the score card of Yahtzee, its sums, and the page of each turn."""

import re

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_member,
    a_phone,
    remove,
    submit,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_card import (
    FIFTY,
    Card,
    a_card,
    card_of,
    correct_turn,
    last,
    on_the_table,
    start_card,
    watched,
    words,
)
from tests.support.entries import noted, thrown

NEW = "/new/yahtzee/"
ANA = ("Ana",)
JOKER = thrown(0, "full_house", "44444")


# --- the sums ---


def test_the_upper_sum_shows_what_the_bonus_needs_and_the_difference_from_par():
    phone = a_phone()

    def sums(**scores):
        turns = [noted(0, box, score) for box, score in scores.items()]
        page = card_of(phone, a_card(phone, *turns, names=ANA))
        return [page.says(title) for title in ("Upper sum", "Bonus 35 for 63+", "Total")]

    upper, bonus, _total = sums(sixes=24, fives=15, fours=12)
    assert upper.startswith("51")
    assert "par +6" in upper
    assert "12 to go" in f"{upper} {bonus}"
    assert sums(sixes=24, fives=20, fours=12, threes=9) == ["65 par +11", "35", "100"]
    assert "needs" not in "".join(sums(sixes=0, fives=0, fours=0, threes=0))  # out of reach


# --- the last change ---


def last_line(phone, session):
    """The last change as the strip above the card describes it."""
    html = phone.get(to("table", session)).content.decode()
    return words(re.search(r'<form class="notice last".*?<b[^>]*>(.*?)</b>', html, re.S)[1])


def test_the_last_change_says_whose_it_was_what_and_the_points():
    phone, session = start_card(FIFTY, noted(1, "ones", 3), thrown(0, "fours", "44444"))
    assert last_line(phone, session) == "Ana · Fours · 20 + 100"
    correct_turn(phone, session, 2, "ones 4")
    assert last_line(phone, session) == "Ben · Ones · 4 · corrected"
    remove(phone, session, 2)
    assert last_line(phone, session) == "Ben · Ones · removed"


def test_the_score_written_last_is_marked_and_the_target_of_the_address():
    phone, session = start_card(noted(0, "fours", 12), noted(1, "ones", 3))
    page = card_of(phone, session)
    assert 'id="saved"' in page.cells["Ones"][1]
    assert page.text.count('id="saved"') == 1
    undo(phone, session)
    page = card_of(phone, session)
    assert not any('id="saved"' in cell for cells in page.cells.values() for cell in cells)
    assert page.text.count('id="saved"') == 1


# --- the page of a turn ---


def test_the_page_of_a_filled_box_leads_to_correcting_it_and_back_to_the_card():
    phone, session = start_card(noted(0, "fours", 12), noted(1, "fours", 12))
    address = to("round", session, 1)
    bar = phone.get(address).content.decode().partition('class="bar"')[2]
    back, fix = to("table", session), to("correct", session, 1)
    assert "Ana · Fours · 12" in Page(phone.get(address)).said
    assert re.findall(r'href="([^"]*)"', bar)[:2] == [back, fix]
    viewer = a_member(session.group, Role.VIEWER).get(address).content.decode()
    assert f'href="{back}"' in viewer.partition('class="bar"')[2]
    assert fix not in viewer
    # It says once whose turn it was, its box and its points.
    main = phone.get(to("round", session, 2)).content.decode().partition("<main")[2]
    for said in ("Ben", "ours", "12<"):
        assert said not in main.partition("<footer")[0].partition("Entered")[0]


def test_a_filled_box_opens_its_breakdown():
    phone, session = start_card(FIFTY, noted(1, "ones", 3), thrown(0, "fours", "44444"))
    page = card_of(phone, session)
    assert page.link("Yahtzee") == to("correct", session, 1)
    assert watched(session).link("Ones", 1) == to("round", session, 2)
    sheet = Page(phone.get(page.link("Fours")))
    detail = Page(phone.get(next(link for link in sheet.links() if link.endswith("/round/3/"))))
    assert "20 in fours as joker + 100 Yahtzee bonus" in detail.said
    assert "dice 4 4 4 4 4" in detail.said
    assert detail.said.count("Fours") == 1  # in the heading
    assert "Ben" not in detail.said.split("joker")[1].split("dice")[0]  # only who took part
    assert to("correct", session, 3) in detail.links()
    assert detail.has_form(to("remove", session, 3))
    assert "ound" not in detail.said


def test_removing_a_turn_that_a_later_one_needs_warns_first_and_the_later_one_stays_in_sight():
    phone = a_phone()
    joker = noted(0, "large_straight", 40, rolled_yahtzee=True)
    session = a_card(phone, noted(0, "fours", 8), FIFTY, joker, names=ANA)
    page = Page(phone.get(to("round", session, 2)))
    assert "Turn 3 would no longer count." in page.said
    assert "Remove it anyway" in page.said
    assert "would no longer count" not in Page(phone.get(to("round", session, 3))).said
    watcher = a_member(session.group, Role.VIEWER)
    assert "would no longer count" not in Page(watcher.get(to("round", session, 2))).said
    remove(phone, session, 2)
    said = Page(phone.get(to("correct", session, 3))).said
    for entered in ("Large straight", "score 40", "rolled a Yahtzee"):
        assert entered in said


# --- corrections ---


def test_a_turn_is_corrected_to_another_score_box_or_player():
    phone, session = start_card(noted(0, "fours", 12), noted(1, "ones", 3))
    assert correct_turn(phone, session, 1, "fours 16").status_code == 302
    assert totals(session) == (16, 3)
    correct_turn(phone, session, 1, "fives 20")
    assert card_of(phone, session).says("Fives") == "20"
    correct_turn(phone, session, 1, "fives 20", player="1")
    assert totals(session) == (0, 23)
    assert card_of(phone, session).active == 0


def test_the_form_of_a_correction_shows_the_current_turn():
    phone, session = start_card(noted(0, "fours", 12), thrown(1, "full_house", "33355"))
    page = Card(phone.get(to("correct", session, 1)))
    assert page.says("Fours").startswith("12 Ana · Fours 4 8 12 16")
    assert page.link("Fours").startswith(to("table", session))  # the score itself changes nothing
    assert "fours 12" not in page.buttons("Fours")
    page = Card(phone.get(to("correct", session, 2)))
    assert page.active == 1
    assert page.says("Full house", 1).startswith("25 Ben · Full house 25 Scratch")
    assert page.buttons("Full house", 1) == ["full_house 0"]
    assert page.buttons("Three of a kind", 1) == ["three_of_a_kind"]


def test_a_correction_keeps_later_turns_on_the_card():
    phone, session = start_card(FIFTY, noted(0, "fours", 12), noted(1, "ones", 3), JOKER)
    address = to("correct", session, 2)
    page = Card(phone.get(address))
    assert (page.says("Full house"), page.says("Ones", 1)) == ("25", "3")
    assert page.buttons("Full house") == []
    assert page.says("Total") == "187"
    page = Card(submit(phone, address, **on_the_table("33355"), check="1"))
    assert page.buttons("Threes") == ["threes"]
    assert page.buttons("Fours") == ["fours"]
    assert (page.says("Full house"), page.says("Total")) == ("25", "187")


def test_the_saved_score_of_a_box_is_marked_with_its_bonus():
    phone = a_phone()
    turns = [
        noted(0, "sixes", 0),
        noted(0, "full_house", 25, rolled_yahtzee=True),
        thrown(0, "chance", "44444"),
    ]
    session = a_card(phone, FIFTY, noted(0, "fours", 12), *turns, names=ANA)
    saved = {"Sixes": "0", "Full house": "25 + 100 bonus", "Chance": "20 + 100 bonus"}
    for slot, title in enumerate(saved, start=3):
        cell = Card(phone.get(to("correct", session, slot))).cells[title][0]
        (mark,) = re.findall(r'<a [^>]*aria-current="true".*?</a>', cell, re.S)
        assert words(mark) == saved[title]


def test_a_correction_that_the_rules_refuse_says_why_and_keeps_the_card():
    phone, session = start_card(noted(0, "fours", 12), noted(0, "ones", 3), names=ANA)
    response = correct_turn(phone, session, 1, "fours 7")
    assert_refused(response, "No roll scores 7 in Fours.")
    assert Card(response).says("Ones") == "3"
    assert totals(session) == (15,)


def test_dice_are_corrected_one_by_one_and_shown_what_they_would_score():
    phone, session = start_card(thrown(0, "full_house", "33355"))
    address = to("correct", session, 1)
    response = submit(phone, address, **on_the_table("33335"), check="1")
    assert response.status_code == 200
    assert Card(response).says("Four of a kind").startswith("17")
    assert totals(session) == (25, 0)
    correct_turn(phone, session, 1, "full_house", "33335")
    assert last(session)["dice"] == [3, 3, 3, 3, 5]
    assert totals(session) == (0, 0)


def test_later_jokers_and_bonuses_follow_a_correction():
    phone, session = start_card(thrown(0, "fours", "44412"), FIFTY, JOKER, names=ANA)
    assert totals(session) == (12 + 50 + 125,)
    correct_turn(phone, session, 2, "yahtzee 0")
    assert totals(session) == (12 + 0 + 25,)
    undo(phone, session)
    assert totals(session) == (12 + 50 + 125,)


def test_a_later_turn_made_impossible_is_named_with_a_link_to_fix_it_and_nothing_is_lost():
    phone, session = start_card(FIFTY, thrown(0, "fours", "44412"), JOKER, names=ANA)
    correct_turn(phone, session, 2, "threes 9", "", **on_the_table([""] * 5))
    page = card_of(phone, session)
    assert "Turn 3 doesn’t count. Ana’s Fours box is open, so the joker must go there." in page.said
    assert to("correct", session, 3) in page.links()
    assert totals(session) == (59,)
    assert table_of(session).inputs[2].dice == (4, 4, 4, 4, 4)
    correct_turn(phone, session, 3, "fours")
    assert totals(session) == (59 + 120,)
    assert "doesn’t count" not in card_of(phone, session).said


def test_a_box_claimed_twice_links_to_the_turn_that_filled_it():
    phone, session = start_card(noted(0, "fours", 12), noted(0, "fives", 10), names=ANA)
    correct_turn(phone, session, 1, "fives 15")
    page = card_of(phone, session)
    assert "Turn 2 doesn’t count. Ana has already filled Fives: choose another box." in page.said
    assert (page.says("Fives"), page.link("Fives")) == ("15", to("correct", session, 1))


def test_the_history_describes_turns_in_words():
    phone = a_phone()
    turns = thrown(0, "full_house", "33355"), noted(1, "fours", 20, rolled_yahtzee=True)
    session = a_card(phone, *turns)
    correct_turn(phone, session, 1, "chance")
    said = Page(phone.get(to("history", session))).said
    for text in (
        "player Ana · box Full house · dice 3 3 3 5 5",
        "player Ben · box Fours · score 20 · rolled a Yahtzee",
        *("box Full house Chance", "jokers forced"),
    ):
        assert text in said


# --- the joker rule ---


def test_a_game_is_started_with_free_jokers():
    phone = a_phone()
    page = Page(phone.get(f"{NEW}?again={a_card(phone).pk}"))
    asked, *_others = [form.fields for form in page.forms if "joker" in form.fields]
    assert asked["joker"] == ["forced"]
    started = phone.post(NEW, {**asked, "seat": ["Ana"], "joker": "free", "start": "1"})
    assert "jokers free" in Page(phone.get(started.url)).said
