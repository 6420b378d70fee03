"""The score card of Yahtzee without JavaScript: what it shows, and what each tap does."""

import re

from tests.app.support.factories import a_phone, to, totals
from tests.app.support.score_card import (
    FIFTY,
    a_card,
    all_but,
    card_of,
    fill,
    last,
    show,
    start_card,
)
from tests.support.entries import noted, thrown

ANA = ("Ana",)
ROWS = (
    "Ones|Twos|Threes|Fours|Fives|Sixes|Upper sum|Bonus 35 for 63+|"
    "Three of a kind|Four of a kind|Full house|Small straight|Large straight|Yahtzee|Chance|"
    "Yahtzee bonuses|Total"
)


def test_the_page_shows_the_card_and_neither_sheet_nor_chart():
    phone, session = start_card(thrown(0, "fours", "44412"), thrown(1, "chance", "12345"))
    page = card_of(phone, session)
    assert list(page.cells) == ROWS.split("|")
    assert (page.says("Fours"), page.says("Chance", 1), page.says("Total")) == ("12", "15", "12")
    for missing in ("Score sheet", "Enter turn", "Score over time"):
        assert missing not in page.said
    assert page.errors == []


# --- entering a score ---


def test_an_open_box_offers_its_possible_scores_and_asks_before_it_is_scratched():
    phone = a_phone()
    page = card_of(phone, a_card(phone))
    for title, scores in {
        "Fours": ["4", "8", "12", "16", "20 yahtzee", "0"],
        "Full house": ["25", "0"],
        "Yahtzee": ["50 yahtzee", "0"],
        "Large straight": ["40", "0"],
    }.items():
        box = title.lower().replace(" ", "_")
        assert page.buttons(title) == [f"{box} {score}" for score in scores]
    assert "Yes, scratch it" in page.says("Fours")
    # A score that only five of a kind give is one chip.
    thirty = [one for one in page.buttons("Chance") if one[7:9] in ("25", "30")]
    assert thirty == ["chance 25", "chance 30 yahtzee"]


def test_a_score_with_a_possible_yahtzee_bonus_asks_whether_it_was_a_yahtzee():
    phone = a_phone()
    own = thrown(0, "fours", "44412")
    for yahtzee, chips in (
        (FIFTY, ["full_house 25", "full_house 25 yahtzee", "full_house 0"]),
        (noted(0, "yahtzee", 0), ["full_house 25", "full_house 0"]),
    ):
        page = card_of(phone, a_card(phone, yahtzee, own, names=ANA))
        assert page.buttons("Full house") == chips


def test_a_joker_worth_0_names_its_bonus_and_comes_last_of_the_scores():
    phone = a_phone()
    page = card_of(phone, a_card(phone, FIFTY, names=ANA, joker="free"))
    assert page.buttons("Full house") == ["full_house 25", "full_house 0 yahtzee", "full_house 0"]
    assert "25 0 + 100 bonus Scratch" in page.says("Full house")
    assert "30 a Yahtzee" not in page.said


def test_a_tap_on_a_chip_saves_the_score_and_passes_the_turn():
    phone, session = start_card()
    assert card_of(phone, session).active == 0
    assert fill(phone, session, "fours 12").status_code == 302
    assert last(session) == {"player": 0, "box": "fours", "score": 12}
    assert card_of(phone, session).active == 1
    fill(phone, session, "fours 20 yahtzee")
    assert last(session) == {"player": 1, "box": "fours", "score": 20, "rolled_yahtzee": True}
    assert totals(session) == (12, 20)
    fill(phone, session, "fives 0")
    assert last(session) == {"player": 0, "box": "fives", "score": 0}
    assert card_of(phone, session).active == 1


# --- entering dice ---


def test_the_dice_show_what_every_open_box_would_score_and_mark_the_three_best():
    phone, session = start_card(thrown(0, "fives", "55512"), thrown(1, "ones", "11123"))
    page = show(phone, session, "33355")
    for title, score in {"Threes": "9", "Full house": "25", "Chance": "19", "Ones": "0"}.items():
        assert page.buttons(title) == [title.lower().replace(" ", "_")]
        assert page.says(title).startswith(score) or title == "Ones"
    assert (page.says("Fives"), page.buttons("Fives")) == ("15", [])
    assert page.buttons("Threes", column=1) == []
    assert page.best == ["Threes", "Three of a kind", "Full house"]
    assert "Scratch Ones?" in page.says("Ones")


def test_boxes_rank_by_what_they_usually_bring_and_by_the_upper_bonus():
    phone = a_phone()
    first = show(phone, a_card(phone), "66662")
    assert first.best == ["Sixes", "Three of a kind", "Four of a kind"]  # not chance, for 26, too
    assert re.search(r'id="fill-sixes"[^>]*data-best', first.text)
    out_of_reach = all_but("ones", "sixes", "four_of_a_kind", "chance")
    page = show(phone, a_card(phone, *out_of_reach, names=ANA), "66661")
    assert re.search(r'id="fill-four_of_a_kind"[^>]*data-best', page.text)


def test_a_box_for_0_is_not_marked_even_if_a_joker_earns_the_bonus():
    phone = a_phone()
    left = all_but("ones", "sixes", "full_house", "large_straight")
    assert show(phone, a_card(phone, *left, names=ANA), "22346").best == ["Sixes"]
    rest = all_but("ones", "twos", "chance", "yahtzee")
    page = show(phone, a_card(phone, FIFTY, *rest, names=ANA, joker="free"), "44444")
    assert page.best == ["Chance"]
    assert "+100" in page.says("Ones")
    assert "Scratch Ones? You still get the bonus of 100." in page.says("Ones")
    assert "Yes, scratch it" in page.says("Ones")


def test_fewer_than_five_dice_show_no_scores_yet_and_one_can_be_cleared_for_another():
    phone, session = start_card()
    show(phone, session, "33355")
    page = show(phone, session, "3335", dice_4="")
    assert page.buttons("Fours")[:2] == ["fours 4", "fours 8"]
    fields = page.form(to("enter", session)).fields
    assert [fields[f"dice_{n}"] for n in range(5)] == [["3"], ["3"], ["3"], ["5"], [""]]
    assert show(phone, session, "33352").says("Twos").startswith("2")


def test_a_tap_on_a_box_saves_the_dice_and_passes_the_turn():
    phone, session = start_card()
    show(phone, session, "33355")
    assert fill(phone, session, "full_house", "33355").status_code == 302
    assert last(session) == {"player": 0, "box": "full_house", "dice": [3, 3, 3, 5, 5]}
    page = card_of(phone, session)
    assert page.active == 1
    assert page.form(to("enter", session)).fields["dice_0"] == [""]
    assert page.buttons("Fours", column=1)
    fill(phone, session, "ones", "33355")
    assert last(session) == {"player": 1, "box": "ones", "dice": [3, 3, 3, 5, 5]}
    assert totals(session) == (25, 0)


def test_a_box_that_would_score_can_still_be_scratched():
    phone, session = start_card()
    assert ' scratch"' not in card_of(phone, session).text
    text = show(phone, session, "44455").text
    assert 'value="fours scratch"' in text
    assert 'value="sixes scratch"' not in text
    fill(phone, session, "fours scratch", "44455")
    assert last(session) == {"player": 0, "box": "fours", "dice": [4, 4, 4, 5, 5], "scratch": True}


# --- jokers ---


def test_a_joker_whose_own_box_is_open_must_go_there_and_cannot_be_scratched():
    phone = a_phone()
    page = show(phone, a_card(phone, FIFTY, names=ANA), "44444")
    assert page.buttons("Fours") == ["fours"]
    assert page.says("Fours").startswith("20")
    assert "+100" in page.says("Fours")
    assert "joker" in page.says("Fours")
    assert page.best == ["Fours"]
    (button,) = page.all("button", value="fours")
    assert button.get("aria-label") == "Fours: 20 +100 joker · one of the best"
    for title in ("Ones", "Full house", "Chance"):
        assert page.buttons(title) == []
    assert "Ana’s Fours box is open, so the joker must go there." in page.said
    assert ' scratch"' not in page.text


def test_a_joker_whose_own_box_is_filled_goes_to_the_lower_section():
    phone = a_phone()
    page = show(phone, a_card(phone, FIFTY, thrown(0, "fours", "44412"), names=ANA), "44444")
    assert page.says("Full house").startswith("25")
    assert page.says("Large straight").startswith("40")
    assert "+100" in page.says("Full house")
    assert "joker" in page.says("Full house")
    assert page.buttons("Ones") == []
    assert "Fours is filled and Ana has a lower box open" in page.said


def test_a_free_joker_can_go_anywhere():
    phone = a_phone()
    page = show(phone, a_card(phone, FIFTY, names=ANA, joker="free"), "44444")
    assert (page.buttons("Chance"), page.buttons("Ones")) == (["chance"], ["ones"])
    assert "+100" in page.says("Ones")


def test_a_yahtzee_after_a_zero_is_a_joker_without_the_bonus_and_the_first_is_none():
    phone = a_phone()
    page = show(phone, a_card(phone, noted(0, "yahtzee", 0), names=ANA), "44444")
    assert "joker" in page.says("Fours")
    assert "+100" not in page.said
    page = show(phone, a_card(phone), "44444")
    assert "joker" not in page.says("Fours")
    assert page.says("Yahtzee").startswith("50")
    assert "Yahtzee" in page.best
    assert len(page.best) == 3
