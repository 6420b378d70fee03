"""The score card of Yahtzee without JavaScript: what it shows, and what each tap does."""

import gzip
import re
from itertools import starmap

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import Role
from tests.app.support.factories import (
    HTMX,
    a_member,
    a_phone,
    add,
    end_early,
    hidden,
    open_form,
    remove,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.score_card import (
    BOXES,
    Card,
    a_card,
    all_but,
    card_of,
    correct_turn,
    fill,
    noted,
    on_the_table,
    show,
    thrown,
    watched,
    words,
)
from tests.support.long import examples

pytestmark = pytest.mark.django_db

NEW = "/new/yahtzee/"
FIFTY = noted(0, "yahtzee", 50, rolled_yahtzee=True)


def last(session):
    return table_of(session).entries[-1].data


def test_the_page_shows_the_card_and_neither_sheet_nor_chart():
    phone = a_phone()
    session = a_card(phone, thrown(0, "fours", "44412"), thrown(1, "chance", "12345"))
    page = card_of(phone, session)
    assert list(page.cells) == [
        *("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"),
        *("Upper sum", "Bonus 35 for 63+"),
        *(
            "Three of a kind",
            "Four of a kind",
            "Full house",
            "Small straight",
            "Large straight",
            "Yahtzee",
            "Chance",
        ),
        *("Yahtzee bonuses", "Total"),
    ]
    assert (page.says("Fours", 0), page.says("Chance", 1), page.says("Total", 0)) == (
        "12",
        "15",
        "12",
    )
    for missing in ("Score sheet", "Enter turn", "Score over time"):
        assert missing not in page.said
    assert page.errors == []


# --- entering a score ---


@pytest.mark.parametrize(
    ("box", "title", "scores"),
    [
        ("fours", "Fours", ["4", "8", "12", "16", "20 yahtzee", "0"]),
        ("full_house", "Full house", ["25", "0"]),
        ("yahtzee", "Yahtzee", ["50 yahtzee", "0"]),
        ("large_straight", "Large straight", ["40", "0"]),
    ],
)
def test_an_open_box_offers_its_possible_scores(box, title, scores):
    phone = a_phone()
    assert card_of(phone, a_card(phone)).buttons(title) == [f"{box} {score}" for score in scores]


def test_a_score_that_only_five_of_a_kind_give_is_one_chip():
    phone = a_phone()
    chips = card_of(phone, a_card(phone)).buttons("Chance")
    assert "chance 30 yahtzee" in chips
    assert "chance 30" not in chips
    assert "chance 25 yahtzee" not in chips


def test_a_score_with_a_possible_yahtzee_bonus_asks_whether_it_was_a_yahtzee():
    phone = a_phone()
    own = thrown(0, "fours", "44412")
    assert card_of(phone, a_card(phone, FIFTY, own, names=["Ana"])).buttons("Full house") == [
        "full_house 25",
        "full_house 25 yahtzee",
        "full_house 0",
    ]
    zero = noted(0, "yahtzee", 0)
    assert card_of(phone, a_card(phone, zero, own, names=["Ana"])).buttons("Full house") == [
        "full_house 25",
        "full_house 0",
    ]


def test_a_joker_worth_0_names_its_bonus_and_comes_last_of_the_scores():
    phone = a_phone()
    page = card_of(phone, a_card(phone, FIFTY, names=["Ana"], joker="free"))
    assert page.buttons("Full house") == ["full_house 25", "full_house 0 yahtzee", "full_house 0"]
    assert "25 0 + 100 bonus Scratch" in page.says("Full house")
    assert "30 a Yahtzee" not in page.said


def test_a_tap_on_a_chip_saves_the_score_and_passes_the_turn():
    phone = a_phone()
    session = a_card(phone)
    assert card_of(phone, session).active == 0
    assert fill(phone, session, "fours 12").status_code == 302
    assert last(session) == {"player": 0, "box": "fours", "score": 12}
    assert card_of(phone, session).active == 1
    fill(phone, session, "fours 20 yahtzee")
    assert last(session) == {"player": 1, "box": "fours", "score": 20, "rolled_yahtzee": True}
    assert totals(session) == (12, 20)
    assert card_of(phone, session).active == 0


def test_scratching_asks_for_confirmation_once():
    phone = a_phone()
    session = a_card(phone)
    assert "Yes, scratch it" in card_of(phone, session).says("Fours")
    fill(phone, session, "fours 0")
    assert last(session) == {"player": 0, "box": "fours", "score": 0}


# --- entering dice ---


def test_the_dice_show_what_every_open_box_would_score():
    phone = a_phone()
    session = a_card(phone, thrown(0, "fives", "55512"), thrown(1, "ones", "11123"))
    page = show(phone, session, "33355")
    shown = {
        title: page.buttons(title) for title in ("Threes", "Full house", "Chance", "Fives", "Ones")
    }
    assert shown == {
        "Threes": ["threes"],
        "Full house": ["full_house"],
        "Chance": ["chance"],
        "Fives": [],
        "Ones": ["ones"],
    }
    assert page.says("Threes").startswith("9")
    assert page.says("Full house").startswith("25")
    assert page.says("Fives") == "15"
    assert page.buttons("Threes", column=1) == []


def test_the_three_best_boxes_are_marked():
    phone = a_phone()
    assert show(phone, a_card(phone), "33355").best == ["Threes", "Three of a kind", "Full house"]


def test_boxes_rank_by_what_they_usually_bring_and_by_the_upper_bonus():
    phone = a_phone()
    first = show(phone, a_card(phone), "66662")
    assert first.best == ["Sixes", "Three of a kind", "Four of a kind"]  # not chance, for 26, too
    assert re.search(r'id="fill-sixes"[^>]*data-best', first.text)
    out_of_reach = all_but("ones", "sixes", "four_of_a_kind", "chance")
    page = show(phone, a_card(phone, *out_of_reach, names=["Ana"]), "66661")
    assert re.search(r'id="fill-four_of_a_kind"[^>]*data-best', page.text)


def test_a_box_that_scores_nothing_is_not_marked():
    phone = a_phone()
    session = a_card(
        phone, *all_but("ones", "sixes", "full_house", "large_straight"), names=["Ana"]
    )
    assert show(phone, session, "22346").best == ["Sixes"]


def test_a_box_for_0_is_not_marked_even_if_a_joker_earns_the_bonus():
    phone = a_phone()
    rest = all_but("ones", "twos", "chance", "yahtzee")
    page = show(phone, a_card(phone, FIFTY, *rest, names=["Ana"], joker="free"), "44444")
    assert page.best == ["Chance"]
    assert "+100" in page.says("Ones")
    assert "Scratch Ones? You still get the bonus of 100." in page.says("Ones")
    assert "Yes, scratch it" in page.says("Ones")


def test_a_button_is_labelled_with_all_that_it_shows():
    phone = a_phone()
    page = show(phone, a_card(phone, FIFTY, names=["Ana"]), "44444")
    labels = [
        a["aria-label"] for tag, a in page.tags if tag == "button" and a.get("value") == "fours"
    ]
    assert labels == ["Fours: 20 +100 joker, one of the best"]


def test_fewer_than_five_dice_show_no_scores_yet():
    phone = a_phone()
    session = a_card(phone)
    page = show(phone, session, "3335")
    assert page.buttons("Fours") == [
        f"fours {score}" for score in ("4", "8", "12", "16", "20 yahtzee", "0")
    ]
    assert [page.form(to("enter", session)).fields[f"dice_{n}"] for n in range(5)] == [
        ["3"],
        ["3"],
        ["3"],
        ["5"],
        [""],
    ]


def test_a_die_can_be_cleared_and_another_tapped():
    phone = a_phone()
    session = a_card(phone)
    show(phone, session, "33355")
    page = show(phone, session, "3335", dice_4="")
    assert page.form(to("enter", session)).fields["dice_4"] == [""]
    assert show(phone, session, "33352").says("Twos").startswith("2")


def test_a_tap_on_a_box_saves_the_dice_and_passes_the_turn():
    phone = a_phone()
    session = a_card(phone)
    show(phone, session, "33355")
    assert fill(phone, session, "full_house", "33355").status_code == 302
    assert last(session) == {"player": 0, "box": "full_house", "dice": [3, 3, 3, 5, 5]}
    page = card_of(phone, session)
    assert page.active == 1
    assert page.form(to("enter", session)).fields["dice_0"] == [""]
    assert page.buttons("Fours", column=1)


def test_a_box_for_0_asks_for_confirmation_once():
    phone = a_phone()
    session = a_card(phone)
    page = show(phone, session, "33355")
    assert "Scratch Ones?" in page.says("Ones")
    fill(phone, session, "ones", "33355")
    assert last(session) == {"player": 0, "box": "ones", "dice": [3, 3, 3, 5, 5]}
    assert totals(session) == (0, 0)


def test_a_box_that_would_score_can_still_be_scratched():
    phone = a_phone()
    session = a_card(phone)
    html = phone.get(to("table", session)).content.decode()
    assert ' scratch"' not in html
    show(phone, session, "44455")
    html = phone.get(to("table", session)).content.decode()
    assert 'value="fours scratch"' in html
    assert 'value="sixes scratch"' not in html
    fill(phone, session, "fours scratch", "44455")
    assert last(session) == {"player": 0, "box": "fours", "dice": [4, 4, 4, 5, 5], "scratch": True}


def test_scratching_is_not_offered_for_a_joker():
    phone = a_phone()
    session = a_card(phone, thrown(0, "yahtzee", "44444"), names=("Ana",))
    show(phone, session, "44444")
    assert ' scratch"' not in phone.get(to("table", session)).content.decode()


def test_a_joker_whose_own_box_is_open_must_go_there():
    phone = a_phone()
    session = a_card(phone, FIFTY, names=["Ana"])
    page = show(phone, session, "44444")
    assert page.buttons("Fours") == ["fours"]
    assert page.says("Fours").startswith("20")
    assert "+100" in page.says("Fours")
    assert "joker" in page.says("Fours")
    assert page.best == ["Fours"]
    for title in ("Ones", "Full house", "Chance"):
        assert page.buttons(title) == []
    assert "Ana’s Fours box is open, so the joker must go there." in page.said


def test_a_joker_whose_own_box_is_filled_goes_to_the_lower_section():
    phone = a_phone()
    session = a_card(phone, FIFTY, thrown(0, "fours", "44412"), names=["Ana"])
    page = show(phone, session, "44444")
    assert page.says("Full house").startswith("25")
    assert page.says("Large straight").startswith("40")
    assert "+100" in page.says("Full house")
    assert "joker" in page.says("Full house")
    assert page.buttons("Ones") == []
    assert "Fours is filled and Ana has a lower box open" in page.said


def test_a_free_joker_can_go_anywhere():
    phone = a_phone()
    page = show(phone, a_card(phone, FIFTY, names=["Ana"], joker="free"), "44444")
    assert page.buttons("Chance") == ["chance"]
    assert page.buttons("Ones") == ["ones"]
    assert "+100" in page.says("Ones")


def test_a_yahtzee_after_a_zero_is_a_joker_without_the_bonus():
    phone = a_phone()
    page = show(phone, a_card(phone, noted(0, "yahtzee", 0), names=["Ana"]), "44444")
    assert "joker" in page.says("Fours")
    assert "+100" not in page.said


def test_the_first_yahtzee_is_not_a_joker():
    phone = a_phone()
    page = show(phone, a_card(phone), "44444")
    assert "joker" not in page.says("Fours")
    assert page.says("Yahtzee").startswith("50")
    assert "Yahtzee" in page.best
    assert len(page.best) == 3


# --- whose turn it is ---


def test_turns_rotate_and_the_turns_left_are_shown():
    phone = a_phone()
    session = a_card(phone, names=["Ana", "Ben", "Cho"])
    for turn, box in enumerate(["ones", "ones", "ones", "twos"]):
        page = card_of(phone, session)
        assert page.active == turn % 3
        fill(phone, session, f"{box} 0")
    page = card_of(phone, session)
    assert page.active == 1
    assert "Ben 12 turns left" in page.said
    assert "35 turns left" in page.said


def test_a_forgotten_player_can_be_entered_out_of_turn():
    phone = a_phone()
    session = a_card(phone)
    page = show(phone, session, "33355", player="1")
    assert page.active == 1
    assert page.buttons("Threes", column=1) == ["threes"]
    fill(phone, session, "threes", "33355", player="1")
    assert last(session)["player"] == 1
    assert card_of(phone, session).active == 0
    fill(phone, session, "ones 3")
    assert last(session)["player"] == 0
    assert card_of(phone, session).active == 0


def test_a_draft_without_dice_does_not_keep_the_turn():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2))
    show(phone, session, "3")
    assert show(phone, session, "", dice_0="").active == 0
    undo(phone, session)
    assert card_of(phone, session).active == 1


def test_dice_on_the_table_stay_with_their_player():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2))
    show(phone, session, "333")
    undo(phone, session)
    assert card_of(phone, session).active == 0


def test_a_column_chosen_without_dice_stays_chosen():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2))
    page = show(phone, session, "", player="1")
    assert page.active == 1
    assert page.buttons("Twos", 1)


def test_a_stale_page_still_fills_the_column_it_showed():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2))
    form = open_form(phone, to("table", session), to("enter", session))
    undo(phone, session)
    phone.post(to("enter", session), {**form, "fill": "twos 4"})
    assert last(session) == {"player": 0, "box": "twos", "score": 4}


def test_a_refusal_shows_its_column():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(1, "ones", 2))
    form = open_form(phone, to("table", session), to("enter", session))
    undo(phone, session)
    response = phone.post(to("enter", session), {**form, "fill": "ones 4"})
    assert "Ana has already filled Ones: choose another box." in Page(response).said
    assert Card(response).active == 0


def test_a_forgotten_turn_is_inserted_before_another():
    phone = a_phone()
    session = a_card(phone, noted(0, "ones", 3), noted(0, "twos", 4))
    address = f"{to('enter', session)}?before=2"
    page = Card(phone.get(address))
    assert "before Turn 2" in page.said
    assert page.active == 1
    fill(phone, session, "full_house", "33355", address)
    assert [turn.player for turn in table_of(session).inputs] == [0, 1, 0]
    assert totals(session) == (7, 25)


def test_the_way_a_player_used_last_comes_first():
    phone = a_phone()
    session = a_card(phone)

    def dice_are_out():
        return any(
            tag == "details" and "tray" in (a.get("class") or "") and "open" in a
            for tag, a in look().tags
        )

    def look():
        return card_of(phone, session)

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


@pytest.mark.parametrize("players", [1, 2, 6, 10])
def test_the_card_has_a_column_per_player(players):
    phone = a_phone()
    names = [f"Player {number}" for number in range(1, players + 1)]
    session = a_card(phone, names=names)
    for _turn in range(players + 1):
        assert fill(phone, session, "chance 20" if _turn < players else "ones 1").status_code == 302
    page = card_of(phone, session)
    assert len(page.heads) == players
    assert page.active == 1 % players
    assert [page.says("Total", column) for column in range(players)] == [
        "21",
        *["20"] * (players - 1),
    ]


# --- the sums ---


def upper_sums(page):
    return f"{page.says('Upper sum')} {page.says('Bonus 35 for 63+')}"


def test_the_upper_sum_shows_what_the_bonus_needs_and_the_difference_from_par():
    phone = a_phone()
    turns = [noted(0, "sixes", 24), noted(0, "fives", 15), noted(0, "fours", 12)]
    page = card_of(phone, a_card(phone, *turns, names=["Ana"]))
    assert page.says("Upper sum").startswith("51")
    assert "par +6" in page.says("Upper sum")
    assert "12 to go" in upper_sums(page)


def test_an_earned_bonus_is_shown_and_an_unreachable_one_is_not_promised():
    phone = a_phone()
    earned = [
        noted(0, "sixes", 24),
        noted(0, "fives", 20),
        noted(0, "fours", 12),
        noted(0, "threes", 9),
    ]
    page = card_of(phone, a_card(phone, *earned, names=["Ana"]))
    assert page.says("Bonus 35 for 63+") == "35"
    assert page.says("Upper sum") == "65 par +11"
    assert page.says("Total") == "100"
    lost = [noted(0, "sixes", 0), noted(0, "fives", 0), noted(0, "fours", 0), noted(0, "threes", 0)]
    assert "needs" not in upper_sums(card_of(phone, a_card(phone, *lost, names=["Ana"])))


def test_yahtzee_bonuses_are_shown_as_checks():
    phone = a_phone()
    turns = [FIFTY, thrown(0, "fours", "44444"), thrown(0, "chance", "44444")]
    page = card_of(phone, a_card(phone, *turns, names=["Ana"]))
    assert page.says("Yahtzee bonuses") == "✓✓ 200"
    assert page.says("Total") == "290"


# --- the last change ---


def last_line(phone, session):
    """What the strip above the card says was saved last."""
    html = phone.get(to("table", session)).content.decode()
    return words(re.search(r'<form class="notice last".*?<b[^>]*>(.*?)</b>', html, re.S)[1])


def test_the_last_change_says_whose_it_was_what_and_the_points():
    phone = a_phone()
    session = a_card(phone, FIFTY, noted(1, "ones", 3), thrown(0, "fours", "44444"))
    assert last_line(phone, session) == "Ana · Fours · 20 + 100"
    correct_turn(phone, session, 2, "ones 4")
    assert last_line(phone, session) == "Ben · Ones · 4 · corrected"
    remove(phone, session, 2)
    assert last_line(phone, session) == "Ben · Ones · removed"


def test_the_score_written_last_is_marked_and_the_target_of_the_address():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), noted(1, "ones", 3))
    page = card_of(phone, session)
    assert 'id="saved"' in page.cells["Ones"][1]
    assert page.text.count('id="saved"') == 1
    undo(phone, session)
    page = card_of(phone, session)
    assert not any('id="saved"' in cell for cells in page.cells.values() for cell in cells)
    assert page.text.count('id="saved"') == 1


# --- breakdowns and corrections ---


def test_the_page_of_a_filled_box_leads_to_correcting_it_and_back_to_the_card():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12))
    address = to("round", session, 1)
    bar = phone.get(address).content.decode().partition('class="bar"')[2]
    assert "Ana · Fours · 12" in Page(phone.get(address)).said
    assert re.findall(r'href="([^"]*)"', bar)[:2] == [
        to("table", session),
        to("correct", session, 1),
    ]
    viewer = a_member(session.group, Role.VIEWER).get(address).content.decode()
    assert f'href="{to("table", session)}"' in viewer.partition('class="bar"')[2]
    assert to("correct", session, 1) not in viewer


def test_a_filled_box_opens_its_breakdown():
    phone = a_phone()
    session = a_card(phone, FIFTY, noted(1, "ones", 3), thrown(0, "fours", "44444"))
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


def test_the_page_of_a_turn_says_once_whose_it_was_its_box_and_its_points():
    phone = a_phone()
    session = a_card(phone, noted(1, "fours", 12))
    main = phone.get(to("round", session, 1)).content.decode().partition("<main")[2]
    for said in ("Ben", "ours", "12<"):
        assert said not in main.partition("<footer")[0].partition("Entered")[0]


def test_a_turn_is_corrected_to_another_score_box_or_player():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), noted(1, "ones", 3))
    assert correct_turn(phone, session, 1, "fours 16").status_code == 302
    assert totals(session) == (16, 3)
    correct_turn(phone, session, 1, "fives 20")
    assert card_of(phone, session).says("Fives") == "20"
    correct_turn(phone, session, 1, "fives 20", player="1")
    assert totals(session) == (0, 23)
    assert card_of(phone, session).active == 0


def test_the_form_of_a_correction_shows_the_current_turn():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), thrown(1, "full_house", "33355"))
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
    phone = a_phone()
    own, later = noted(0, "fours", 12), thrown(0, "full_house", "44444")
    session = a_card(phone, FIFTY, own, noted(1, "ones", 3), later)
    address = to("correct", session, 2)
    page = Card(phone.get(address))
    assert (page.says("Full house"), page.says("Ones", 1)) == ("25", "3")
    assert page.buttons("Full house") == []
    assert page.says("Total") == "187"
    changed = {**open_form(phone, address), **on_the_table("33355"), "check": "1"}
    page = Card(phone.post(address, changed))
    assert page.buttons("Threes") == ["threes"]
    assert page.buttons("Fours") == ["fours"]
    assert (page.says("Full house"), page.says("Total")) == ("25", "187")


@pytest.mark.parametrize(
    ("turn", "title", "saved"),
    [
        (noted(0, "sixes", 0), "Sixes", "0"),
        (noted(0, "full_house", 25, rolled_yahtzee=True), "Full house", "25 + 100 bonus"),
        (thrown(0, "chance", "44444"), "Chance", "20 + 100 bonus"),
    ],
)
def test_the_saved_score_of_a_box_is_marked_with_its_bonus(turn, title, saved):
    phone = a_phone()
    session = a_card(phone, FIFTY, noted(0, "fours", 12), turn, names=["Ana"])
    cell = Card(phone.get(to("correct", session, 3))).cells[title][0]
    (mark,) = re.findall(r'<a [^>]*aria-current="true".*?</a>', cell, re.S)
    assert words(mark) == saved


def test_a_correction_that_the_rules_refuse_says_why_and_keeps_the_card():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), noted(0, "ones", 3), names=["Ana"])
    response = correct_turn(phone, session, 1, "fours 7")
    assert response.status_code == 422
    assert "No roll scores 7 in Fours." in Page(response).said
    assert Card(response).says("Ones") == "3"
    assert totals(session) == (15,)


def test_dice_are_corrected_one_by_one():
    phone = a_phone()
    session = a_card(phone, thrown(0, "full_house", "33355"))
    correct_turn(phone, session, 1, "full_house", "33335")
    assert last(session)["dice"] == [3, 3, 3, 3, 5]
    assert totals(session) == (0, 0)


def test_a_correction_shows_what_other_dice_would_score_before_it_is_saved():
    phone = a_phone()
    session = a_card(phone, thrown(0, "full_house", "33355"))
    address = to("correct", session, 1)
    form = open_form(phone, address)
    response = phone.post(address, {**form, **on_the_table("33335"), "check": "1"})
    assert response.status_code == 200
    assert Card(response).says("Four of a kind").startswith("17")
    assert totals(session) == (25, 0)


def test_later_jokers_and_bonuses_follow_a_correction():
    phone = a_phone()
    fours = thrown(0, "fours", "44412")
    session = a_card(phone, fours, FIFTY, thrown(0, "full_house", "44444"), names=["Ana"])
    assert totals(session) == (12 + 50 + 125,)
    correct_turn(phone, session, 2, "yahtzee 0")
    assert totals(session) == (12 + 0 + 25,)
    undo(phone, session)
    assert totals(session) == (12 + 50 + 125,)


def test_a_later_turn_made_impossible_is_named_with_a_link_to_fix_it_and_nothing_is_lost():
    phone = a_phone()
    session = a_card(
        phone, FIFTY, thrown(0, "fours", "44412"), thrown(0, "full_house", "44444"), names=["Ana"]
    )
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
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), noted(0, "fives", 10), names=["Ana"])
    correct_turn(phone, session, 1, "fives 15")
    page = card_of(phone, session)
    assert "Turn 2 doesn’t count. Ana has already filled Fives: choose another box." in page.said
    assert (page.says("Fives"), page.link("Fives")) == ("15", to("correct", session, 1))


def test_a_turn_is_undone_restored_and_removed():
    phone = a_phone()
    session = a_card(phone, noted(0, "fours", 12), noted(1, "ones", 3))
    undo(phone, session)
    assert totals(session) == (12, 0)
    assert card_of(phone, session).active == 1
    undo(phone, session)
    assert totals(session) == (12, 3)
    remove(phone, session, 1)
    page = card_of(phone, session)
    assert page.active == 0
    assert page.says("Total") == "0"


def test_the_history_describes_turns_in_words():
    phone = a_phone()
    session = a_card(
        phone, thrown(0, "full_house", "33355"), noted(1, "fours", 20, rolled_yahtzee=True)
    )
    correct_turn(phone, session, 1, "chance")
    said = Page(phone.get(to("history", session))).said
    assert "player Ana · box Full house · dice 3 3 3 5 5" in said
    assert "player Ben · box Fours · score 20 · rolled a Yahtzee" in said
    assert "box Full house Chance" in said
    assert "jokers forced" in said


def test_changing_the_joker_rule_applies_to_earlier_turns():
    phone = a_phone()
    session = a_card(phone, FIFTY, names=["Ana"], joker="free")
    fill(phone, session, "chance", "44444")
    assert totals(session) == (50 + 20 + 100,)
    assert (
        phone.post(
            to("options", session), {**open_form(phone, to("options", session)), "joker": "forced"}
        ).status_code
        == 302
    )
    assert "Turn 2 doesn’t count. Ana’s Fours box is open" in card_of(phone, session).said
    undo(phone, session)
    assert totals(session) == (50 + 20 + 100,)


def test_a_game_is_started_with_free_jokers():
    phone = a_phone()
    session = a_card(phone)
    asked = [
        form.fields
        for form in Page(phone.get(f"{NEW}?again={session.pk}")).forms
        if "joker" in form.fields
    ]
    assert asked[0]["joker"] == ["forced"]
    started = phone.post(NEW, {**asked[0], "seat": ["Ana"], "joker": "free", "start": "1"})
    assert "jokers free" in Page(phone.get(started.url)).said


# --- several phones ---


def test_dice_tapped_on_one_phone_appear_on_every_other():
    phone = a_phone()
    session = a_card(phone)
    show(phone, session, "335")
    other = a_member(session.group, Role.SCORER)
    form = open_form(other, to("table", session), to("enter", session))
    assert [form[f"dice_{n}"] for n in range(4)] == [["3"], ["3"], ["5"], [""]]
    fill(other, session, "ones 2", **on_the_table(["", "", ""]))
    form = open_form(phone, to("table", session), to("enter", session))
    assert form["dice_0"] == [""]


def test_the_second_of_two_phones_that_fill_a_box_at_once_gets_a_choice():
    first = a_phone()
    session = a_card(first)
    second = a_member(session.group, Role.SCORER)
    forms = [
        open_form(phone, to("table", session), to("enter", session)) for phone in (first, second)
    ]
    first.post(to("enter", session), {**forms[0], **on_the_table("33355"), "fill": "full_house"})
    response = second.post(to("enter", session), {**forms[1], "fill": "fours 12"})
    assert response.status_code == 409
    said = Page(response).said
    assert "Ana +25" in said
    assert "Ana +12" in said
    assert "Full house" in said
    assert "Turn 1" in said
    instead, beside = [
        form.fields for form in Page(response).forms if form.action == to("enter", session)
    ]
    assert second.post(to("enter", session), beside).status_code == 302
    assert totals(session) == (37, 0)
    assert second.post(to("enter", session), {**instead, "fill": "fives 10"}).status_code == 302
    assert totals(session) == (22, 0)


def test_a_turn_sent_twice_is_saved_once():
    phone = a_phone()
    session = a_card(phone)
    form = {**open_form(phone, to("table", session), to("enter", session)), "fill": "fours 12"}
    assert [phone.post(to("enter", session), form).status_code for _ in range(2)] == [302, 302]
    assert totals(session) == (12, 0)


def test_a_viewer_sees_the_card_without_buttons():
    phone = a_phone()
    session = a_card(phone, thrown(0, "fours", "44412"))
    show(phone, session, "335", player="1")
    page = watched(session)
    assert all(not form.buttons for form in page.forms)
    assert page.count("input") == 0
    buttons = [attributes for tag, attributes in page.tags if tag == "button"]
    assert all("popovertarget" in attributes for attributes in buttons)  # the menu
    assert page.says("Fours") == "12"
    assert "a phone is entering turn 2: player Ben · dice 3 3 5" in page.said
    detail = Page(a_member(session.group, Role.VIEWER).get(page.link("Fours")))
    assert detail.forms == []


# --- refusals ---


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (
            {"fill": "fours", **on_the_table("444")},
            "Tap all five dice first, or choose a score in the box.",
        ),
        ({**on_the_table("44412")}, "Tap the box to fill."),
        ({"fill": "fives 15"}, "Ana has already filled Fives: choose another box."),
        ({"fill": "fours 13"}, "No roll scores 13 in Fours."),
        ({"fill": "fours 20"}, "mark the roll as a Yahtzee"),
        ({"fill": "chance", **on_the_table("44444")}, "Ana’s Fours box is open"),
        (
            {"fill": "fours scratch", **on_the_table("44444")},
            "A joker cannot be scratched",
        ),
        ({"fill": "ones 1 yahtzee"}, "A Yahtzee cannot score 1 in Ones."),
        ({"fill": "sevens 7"}, "Choose one of the 13 boxes."),
        ({"fill": "fours", **on_the_table("44417")}, "Select a valid choice"),
        ({"fill": "fours 12", "player": "7"}, "Select a valid choice"),
    ],
)
def test_an_impossible_turn_is_refused_and_stays_tapped(sent, why):
    phone = a_phone()
    session = a_card(phone, FIFTY, noted(1, "ones", 3), noted(0, "fives", 15), noted(1, "twos", 4))
    form = open_form(phone, to("table", session), to("enter", session))
    response = phone.post(to("enter", session), {**form, **sent})
    assert response.status_code == 422
    page = Card(response)
    assert why in page.said
    kept = page.form(to("enter", session)).fields
    dice = [die for name, die in sent.items() if name.startswith("dice") and die in "123456"]
    assert [kept[f"dice_{n}"][0] for n in range(len(dice))] == dice
    assert len(table_of(session).entries) == 4


GARBAGE = [
    "",
    "\x00",
    "-1",
    "²",
    "٣",
    "12",
    "123456",
    "9" * 30,
    "9" * 2000,
    "é",
    "0",
    "1",
    "3",
    "6",
    "7",
    "None",
]
FILLS = [
    "fours",
    "fours 12",
    "fours 20 yahtzee",
    "yahtzee",
    "chance scratch",
    "full_house 25",
    "ones 0",
    "chance 99",
]
FIELDS = ["player", "fill", "dice", "check", "noted", *[f"dice_{n}" for n in range(7)]]
VALUES = st.sampled_from([*GARBAGE, *FILLS]) | st.text(max_size=5)
SENT = st.dictionaries(st.sampled_from(FIELDS), VALUES | st.lists(VALUES, max_size=3))


def test_no_input_causes_a_server_error_or_breaks_a_card():
    phone = a_phone()
    session = a_card(phone, FIFTY, noted(1, "ones", 3))
    addresses = {name: to(name, session) for name in ("enter", "draft")} | {
        "correct": to("correct", session, 1)
    }
    table = hidden(Page(phone.get(to("table", session))), to("enter", session))

    @settings(max_examples=examples(10), suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from(list(addresses)), SENT, st.booleans())
    def send(where, sent, htmx):
        slots = {"slot": 1, "revision": 1} if where == "correct" else {}
        body = {**table, **slots, **sent, "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"}
        response = phone.post(addresses[where], body, headers=HTMX if htmx else {})
        assert response.status_code in (200, 302, 409, 422)
        if response.status_code in (200, 422):
            assert Card(response).errors == []
        assert phone.get(to("table", session)).status_code == 200
        assert table_of(session).board.problem is None

    send()


@pytest.mark.parametrize("value", ["9" * 2000, "12", "123456", "٣", "²", "\x00", "-1", "0", "7"])
def test_the_same_garbage_in_every_field_stays_out_of_the_card(value):
    phone = a_phone()
    session = a_card(phone, FIFTY)
    garbage = dict.fromkeys(["player", *(f"dice_{n}" for n in range(5))], value)
    table, enter, standing = to("table", session), to("enter", session), to("correct", session, 1)
    for opened, action, sent_to in (
        (table, enter, enter),
        (table, enter, to("draft", session)),
        (standing,) * 3,
    ):
        form = open_form(phone, opened, action)
        for more in ({}, {"check": "1"}, {"fill": "chance"}):
            assert phone.post(sent_to, {**form, **garbage, **more}).status_code in (200, 302, 422)
        assert phone.get(table).status_code == 200


# --- the end ---


def test_filling_the_last_box_ends_the_game():
    phone = a_phone()
    session = a_card(phone, *all_but("chance", players=2), noted(0, "chance", 22))
    assert "Ana leads with 22 · 1 turn left" in card_of(phone, session).said
    fill(phone, session, "chance 24")
    page = card_of(phone, session)
    assert "Ben wins with 24" in page.said
    assert "2 ahead of Ana" in page.said
    assert "after 26 turns" in page.said
    assert "1 Ben Latest: +24 Total 24" in page.said
    assert "2 Ana Total 22" in page.said
    assert "Ben takes the lead for good" in page.said
    assert page.active is None
    assert not page.has_form(to("enter", session))
    assert page.link("Chance", 1) == to("correct", session, 26)
    assert "Rematch" in page.said
    for missing in ("ound", "Score over time"):
        assert missing not in page.said


def test_a_full_card_lists_its_bonuses():
    phone = a_phone()
    upper = [noted(0, box, 4 * number) for number, box in enumerate(BOXES[:6], 1)]
    rest = all_but(*BOXES[:6], "yahtzee", "full_house")
    page = card_of(
        phone, a_card(phone, *upper, FIFTY, thrown(0, "full_house", "44444"), *rest, names=["Ana"])
    )
    assert page.says("Upper sum").startswith("84")
    assert page.says("Bonus 35 for 63+") == "35"
    assert page.says("Yahtzee bonuses") == "✓ 100"
    assert page.says("Total") == str(84 + 35 + 50 + 25 + 100)
    assert "Ana has 294" in page.said


def test_equal_totals_share_the_win():
    phone = a_phone()
    session = a_card(
        phone, *all_but("chance", players=2), noted(0, "chance", 22), noted(1, "chance", 22)
    )
    page = card_of(phone, session)
    assert "Ana and Ben share the win with 22" in page.said
    assert "1 Ana" in page.said
    assert "1 Ben" in page.said
    assert "ahead" not in page.said


def test_a_game_ended_early_says_so_and_can_be_reopened():
    phone = a_phone()
    session = a_card(phone, noted(0, "chance", 22))
    end_early(phone, session)
    page = card_of(phone, session)
    assert "Ended early: Ana wins with 22" in page.said
    assert "after 1 turn" in page.said
    assert page.active is None
    assert page.says("Chance") == "22"
    phone.post(to("reopen", session), open_form(phone, to("options", session)))
    assert card_of(phone, session).active == 1


def test_a_game_ended_before_its_first_turn_still_has_a_page():
    phone = a_phone()
    session = a_card(phone)
    end_early(phone, session)
    assert card_of(phone, session).says("Total") == "0"


def chance(seat, points):
    return noted(seat, "chance", points)


def full(*chances):
    """A finished game with these totals."""
    return [*all_but("chance", players=len(chances)), *starmap(chance, enumerate(chances))]


def test_a_solo_game_compares_with_earlier_ones():
    phone = a_phone()
    first = a_card(phone, *full(20), names=["Ana"])
    assert "Your first game: now there is a score to beat." in card_of(phone, first).said
    assert "ahead of" not in card_of(phone, first).said
    for points in range(6, 17):
        a_card(phone, *full(points), names=["Ana"], group=first.group)
    end_early(phone, a_card(phone, noted(0, "sixes", 24), names=["Ana"], group=first.group))
    a_card(phone, *full(29), names=["Ana"], group=first.group, joker="free")
    now = card_of(phone, a_card(phone, *full(22), names=["Ana"], group=first.group))
    assert "New personal best (was 20) · average 12 · 12 games" in now.said
    assert "Latest: 16 · 15 · 14 · 13 · 12 · 11 · 10 · 9 · 8 · 7" in now.said
    assert "Highest Yahtzee total ever" in now.said
    assert "Turning points" not in now.said
    assert "Ana has 22" in now.said
    below = card_of(phone, a_card(phone, *full(9), names=["Ana"], group=first.group))
    assert "Best so far 22 · average 13 · 13 games" in below.said
    assert "ersonal best" not in below.said
    assert "Best so far" not in card_of(phone, a_card(phone, names=["Ana"], group=first.group)).said


def test_a_personal_record_in_a_game_of_several_is_marked():
    phone = a_phone()
    first = a_card(phone, *full(20, 10))
    assert "personal best" not in card_of(phone, first).said
    said = card_of(phone, a_card(phone, *full(16, 14), group=first.group)).said
    assert said.count("personal best") == 1
    assert "Ben Latest: +14 personal best" in said
    assert "Your record" not in said


# --- cost ---


def queries_of(phone, address):
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(address).status_code == 200
    return len(queries)


def six_cards(*left):
    return all_but(*left, players=6)


SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")


def test_a_card_of_six_needs_no_more_than_six_queries_and_eight_when_it_is_full():
    phone = a_phone()
    new, full_card = a_card(phone, names=SIX), a_card(phone, *six_cards(), names=SIX)
    assert len(table_of(full_card).entries) == 78
    most = a_card(phone, *six_cards()[:77], names=SIX, group=new.group)
    assert queries_of(phone, to("table", new)) == queries_of(phone, to("table", most)) <= 6
    later = a_card(phone, *six_cards(), names=SIX, group=full_card.group)
    for finished in (full_card, later):
        assert queries_of(phone, to("table", finished)) <= 8  # with what was remarkable


@pytest.mark.parametrize("turns", [0, 36, 78])
def test_the_page_of_six_is_small(turns):
    phone = a_phone()
    session = a_card(phone, *six_cards()[:turns], names=SIX)
    page = phone.get(to("table", session)).content
    assert len(gzip.compress(page)) <= 12_000


def test_a_turn_can_be_added_to_the_page():
    phone = a_phone()
    session = a_card(phone)
    before = phone.get(to("table", session))
    add(session, noted(0, "fours", 12))
    after = phone.get(to("table", session), headers={"If-None-Match": before["ETag"]})
    assert Card(after).says("Fours") == "12"


def test_removing_a_turn_that_a_later_one_needs_warns_first_and_the_later_one_stays_in_sight():
    phone = a_phone()
    joker = noted(0, "large_straight", 40, rolled_yahtzee=True)
    turns = noted(0, "fours", 8), noted(0, "yahtzee", 50, rolled_yahtzee=True), joker
    session = a_card(phone, *turns, names=["Ana"])
    warning = "Turn 3 would no longer count."
    page = Page(phone.get(to("round", session, 2)))
    assert warning in page.said
    assert "Remove it anyway" in page.said
    assert "would no longer count" not in Page(phone.get(to("round", session, 3))).said
    watcher = a_member(session.group, Role.VIEWER)
    assert warning not in Page(watcher.get(to("round", session, 2))).said
    remove(phone, session, 2)
    said = Page(phone.get(to("correct", session, 3))).said
    for entered in ("Large straight", "score 40", "rolled a Yahtzee"):
        assert entered in said
