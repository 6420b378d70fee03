"""A game of Yahtzee: whose turn it is, several phones at once, refusals, and the end."""

import gzip
from itertools import starmap

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_member,
    a_phone,
    end_early,
    open_form,
    reopen,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.score_card import (
    FIFTY,
    Card,
    a_card,
    all_but,
    card_of,
    fill,
    last,
    on_the_table,
    show,
    start_card,
    watched,
)
from tests.support.entries import BOXES, noted, thrown

ANA = ("Ana",)


# --- whose turn it is ---


def test_turns_rotate_and_the_turns_left_are_shown():
    phone, session = start_card(names=["Ana", "Ben", "Cho"])
    for turn, box in enumerate(["ones", "ones", "ones", "twos"]):
        assert card_of(phone, session).active == turn % 3
        fill(phone, session, f"{box} 0")
    page = card_of(phone, session)
    assert page.active == 1
    assert "Ben 12 turns left" in page.said
    assert "35 turns left" in page.said


def test_a_forgotten_player_can_be_entered_out_of_turn():
    phone, session = start_card()
    page = show(phone, session, "33355", player="1")
    assert page.active == 1
    assert page.buttons("Threes", column=1) == ["threes"]
    fill(phone, session, "threes", "33355", player="1")
    assert last(session)["player"] == 1
    assert card_of(phone, session).active == 0
    fill(phone, session, "ones 3")
    assert last(session)["player"] == 0
    assert card_of(phone, session).active == 0


def test_dice_on_the_table_keep_the_turn_of_their_player_and_a_draft_without_dice_does_not():
    phone, session = start_card(noted(0, "ones", 3), noted(1, "ones", 2))
    show(phone, session, "3")
    assert show(phone, session, "", dice_0="").active == 0
    undo(phone, session)
    assert card_of(phone, session).active == 1
    undo(phone, session)
    show(phone, session, "333")
    undo(phone, session)
    assert card_of(phone, session).active == 0


def test_a_column_chosen_without_dice_stays_chosen():
    phone = a_phone()
    page = show(phone, a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2)), "", player="1")
    assert page.active == 1
    assert page.buttons("Twos", 1)


def test_a_stale_page_still_fills_the_column_it_showed_and_a_refusal_shows_it():
    phone, session = start_card(noted(0, "ones", 3), noted(1, "ones", 2))
    form = open_form(phone, to("table", session), to("enter", session))
    undo(phone, session)
    response = phone.post(to("enter", session), {**form, "fill": "ones 4"})
    assert "Ana has already filled Ones: choose another box." in Page(response).said
    assert Card(response).active == 0
    phone.post(to("enter", session), {**form, "fill": "twos 4"})
    assert last(session) == {"player": 0, "box": "twos", "score": 4}


def test_a_forgotten_turn_is_inserted_before_another():
    phone, session = start_card(noted(0, "ones", 3), noted(0, "twos", 4))
    address = f"{to('enter', session)}?before=2"
    page = Card(phone.get(address))
    assert "Insert before turn 2" in page.said
    assert page.active == 1
    fill(phone, session, "full_house", "33355", address)
    assert [turn.player for turn in table_of(session).inputs] == [0, 1, 0]
    assert totals(session) == (7, 25)


def test_the_way_a_player_used_last_comes_first():
    phone, session = start_card()

    def dice_are_out():
        trays = card_of(phone, session).tree.find_class("tray")
        return any(one.tag == "details" and "open" in one.attrib for one in trays)

    assert dice_are_out()
    fill(phone, session, "ones 3")
    assert not dice_are_out()  # Ben has not played, so the last way of the table comes first
    fill(phone, session, "ones", "11123")
    assert not dice_are_out()  # Ana entered a score
    fill(phone, session, "twos", "22134")
    assert dice_are_out()
    fill(phone, session, "twos 4")
    assert dice_are_out()  # Ana entered dice
    show(phone, session, "3")
    fill(phone, session, "threes 3", dice_0="")
    assert not dice_are_out()
    show(phone, session, "3")
    assert dice_are_out()  # some are already there


@pytest.mark.parametrize("players", [1, 10])
def test_the_card_has_a_column_per_player(players):
    phone = a_phone()
    chances = [noted(seat, "chance", 20) for seat in range(players)]
    session = a_card(phone, *chances, names=[f"Player {n}" for n in range(players)])
    assert fill(phone, session, "ones 1").status_code == 302
    page = card_of(phone, session)
    assert len(page.heads) == players
    assert page.active == 1 % players
    shown = [page.says("Total", column) for column in range(players)]
    assert shown == ["21", *["20"] * (players - 1)]


# --- several phones ---


def test_dice_tapped_on_one_phone_appear_on_every_other():
    phone, session = start_card()
    show(phone, session, "335")
    other = a_member(session.group, Role.SCORER)
    form = open_form(other, to("table", session), to("enter", session))
    assert [form[f"dice_{n}"] for n in range(4)] == [["3"], ["3"], ["5"], [""]]
    fill(other, session, "ones 2", **on_the_table(["", "", ""]))
    form = open_form(phone, to("table", session), to("enter", session))
    assert form["dice_0"] == [""]


def test_the_second_of_two_phones_that_fill_a_box_at_once_gets_a_choice():
    first, session = start_card()
    second = a_member(session.group, Role.SCORER)
    enter = to("enter", session)
    forms = [open_form(phone, to("table", session), enter) for phone in (first, second)]
    sent = {**forms[0], **on_the_table("33355"), "fill": "full_house"}
    assert [first.post(enter, sent).status_code for _twice in range(2)] == [302, 302]
    assert totals(session) == (25, 0)
    response = second.post(enter, {**forms[1], "fill": "fours 12"})
    assert response.status_code == 409
    page = Page(response)
    for text in ("Ana +25", "Ana +12", "Full house", "Turn 1"):
        assert text in page.said
    instead, beside = [form.fields for form in page.forms if form.action == enter]
    assert second.post(enter, beside).status_code == 302
    assert totals(session) == (37, 0)
    assert second.post(enter, {**instead, "fill": "fives 10"}).status_code == 302
    assert totals(session) == (22, 0)


def test_a_viewer_sees_the_card_without_buttons():
    phone, session = start_card(thrown(0, "fours", "44412"))
    show(phone, session, "335", player="1")
    page = watched(session)
    assert all(not form.buttons for form in page.forms)
    assert page.count("input") == 0
    assert all("popovertarget" in button.attrib for button in page.all("button"))  # the menu
    assert page.says("Fours") == "12"
    assert "a phone is entering turn 2: player Ben · dice 3 3 5" in page.said
    detail = Page(a_member(session.group, Role.VIEWER).get(page.link("Fours")))
    assert detail.forms == []


# --- refusals ---

REFUSED = [
    ({"fill": "fours", **on_the_table("444")}, "Tap all five dice first, or choose a score"),
    (on_the_table("44412"), "Tap the box to fill."),
    ({"fill": "fives 15"}, "Ana has already filled Fives: choose another box."),
    ({"fill": "fours 13"}, "No roll scores 13 in Fours."),
    ({"fill": "fours 20"}, "mark the roll as a Yahtzee"),
    ({"fill": "chance", **on_the_table("44444")}, "Ana’s Fours box is open"),
    ({"fill": "fours scratch", **on_the_table("44444")}, "A joker cannot be scratched"),
    ({"fill": "ones 1 yahtzee"}, "A Yahtzee cannot score 1 in Ones."),
    ({"fill": "sevens 7"}, "Choose one of the 13 boxes."),
    ({"fill": "fours", **on_the_table("44417")}, "Select a valid choice"),
    ({"fill": "fours 12", "player": "7"}, "Select a valid choice"),
]


def test_an_impossible_turn_is_refused_and_stays_tapped():
    phone, session = start_card(
        FIFTY, noted(1, "ones", 3), noted(0, "fives", 15), noted(1, "twos", 4)
    )
    form = open_form(phone, to("table", session), to("enter", session))
    for sent, why in REFUSED:
        response = phone.post(to("enter", session), {**form, **sent})
        assert response.status_code == 422, sent
        page = Card(response)
        assert why in page.said, (sent, page.said)
        kept = page.form(to("enter", session)).fields
        dice = [die for name, die in sent.items() if name.startswith("dice") and die in "123456"]
        assert [kept[f"dice_{n}"][0] for n in range(len(dice))] == dice
    assert len(table_of(session).log.entries) == 4


# --- the end ---


def test_filling_the_last_box_ends_the_game():
    phone, session = start_card(*all_but("chance", players=2), noted(0, "chance", 22))
    assert "Ana leads with 22 · 1 turn left" in card_of(phone, session).said
    fill(phone, session, "chance 24")
    page = card_of(phone, session)
    for text in (
        *("Ben wins with 24", "2 ahead of Ana", "after 26 turns", "Rematch"),
        *("1 Ben Latest: +24 Total 24", "2 Ana Total 22", "Ben takes the lead for good"),
    ):
        assert text in page.said
    assert page.active is None
    assert not page.has_form(to("enter", session))
    assert page.link("Chance", 1) == to("correct", session, 26)
    for missing in ("ound", "Score over time"):
        assert missing not in page.said


def test_a_full_card_lists_its_bonuses():
    upper = [noted(0, box, 4 * number) for number, box in enumerate(BOXES[:6], 1)]
    jokers = [thrown(0, box, "44444") for box in ("full_house", "chance")]
    rest = all_but(*BOXES[:6], "yahtzee", "full_house", "chance")
    page = card_of(*start_card(*upper, FIFTY, *jokers, *rest, names=ANA))
    assert page.says("Upper sum").startswith("84")
    assert page.says("Bonus 35 for 63+") == "35"
    assert page.says("Yahtzee bonuses") == "✓✓ 200"
    assert page.says("Total") == str(84 + 35 + 50 + 25 + 20 + 200)
    assert "Ana has 414" in page.said


def test_a_game_ended_early_says_so_and_can_be_reopened():
    phone, session = start_card()
    end_early(phone, session)
    assert card_of(phone, session).says("Total") == "0"
    reopen(phone, session)
    fill(phone, session, "chance 22")
    end_early(phone, session)
    page = card_of(phone, session)
    assert "Ended early: Ana wins with 22" in page.said
    assert "after 1 turn" in page.said
    assert page.active is None
    assert page.says("Chance") == "22"
    reopen(phone, session)
    assert card_of(phone, session).active == 1


def chance(seat, points):
    return noted(seat, "chance", points)


def full(*chances):
    """A finished game with these totals."""
    return [*all_but("chance", players=len(chances)), *starmap(chance, enumerate(chances))]


def test_a_solo_game_compares_with_earlier_ones():
    phone = a_phone()

    def said(*turns, **more):
        return card_of(phone, a_card(phone, *turns, names=ANA, **more)).said

    first = said(*full(20))
    assert "Your first game: now there is a score to beat." in first
    assert "ahead of" not in first
    for points in range(6, 17):
        a_card(phone, *full(points), names=ANA)
    end_early(phone, a_card(phone, noted(0, "sixes", 24), names=ANA))
    a_card(phone, *full(29), names=ANA, joker="free")
    now = said(*full(22))
    assert "New personal best (was 20) · average 12 · 12 games" in now
    assert "Latest: 16 · 15 · 14 · 13 · 12 · 11 · 10 · 9 · 8 · 7" in now
    assert "Highest Yahtzee total ever" in now
    assert "Turning points" not in now
    assert "Ana has 22" in now
    below = said(*full(9))
    assert "Best so far 22 · average 13 · 13 games" in below
    assert "ersonal best" not in below
    assert "Best so far" not in said()


# --- cost ---

SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")


def test_a_card_of_six_is_small_and_needs_no_more_than_six_queries_and_eight_when_it_is_full():
    phone = a_phone()

    def queries_of(turns):
        session = a_card(phone, *all_but(players=6)[:turns], names=SIX)
        with CaptureQueriesContext(connection) as queries:
            response = phone.get(to("table", session))
        assert response.status_code == 200
        assert len(gzip.compress(response.content)) <= 12_000, turns
        return len(queries)

    assert queries_of(0) == queries_of(77) <= 6
    assert queries_of(78) <= 8  # with what was remarkable
    assert queries_of(78) <= 8  # compared with another
