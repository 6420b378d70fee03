"""Every roll in every box, whatever the card: the game agrees with the tables in tests/rules/yahtzee.py."""

from itertools import chain, combinations, product

import pytest

from games.contract import Impossible
from games.yahtzee.card import Card
from games.yahtzee.offer import offer, offers
from games.yahtzee.scores import scores
from games.yahtzee.turn import Turn, judge
from tests.rules.yahtzee import (
    ALL,
    ANA,
    LOWER,
    ROLLS,
    TABLE,
    UPPER,
    card,
    english,
    noted,
    plain,
    played,
    reading,
    refusal,
    sheet,
    thrown,
)

YAHTZEES = [(number,) * 5 for number in range(1, 7)]
RULES = ["forced", "free"]
IN_YAHTZEE = [None, 0, 50]


def brought(filled, box, dice, rule):
    """What a turn brings without the upper bonus, as the game judges it; None if it is refused."""
    try:
        turn = judge(Turn(ANA, box, dice), Card(ANA, dict(filled)), rule)
    except Impossible:
        return None
    return turn.written, turn.yahtzee_bonus


@pytest.mark.parametrize("own_filled", [True, False], ids=["own filled", "own open"])
@pytest.mark.parametrize("lower_filled", [True, False], ids=["lower full", "lower open"])
@pytest.mark.parametrize("in_yahtzee", IN_YAHTZEE)
@pytest.mark.parametrize("rule", RULES)
def test_all_rolls_in_all_boxes_agree_with_the_table(rule, in_yahtzee, lower_filled, own_filled):
    for dice, box in product(ROLLS, ALL):
        filled = dict.fromkeys(LOWER, 0) if lower_filled else {}
        filled |= {UPPER[dice[2] - 1]: 0} if own_filled else {}
        filled.pop("yahtzee", None)
        filled |= {} if in_yahtzee is None else {"yahtzee": in_yahtzee}
        filled.pop(box, None)
        assert brought(filled, box, dice, rule) == reading(rule, filled, box, dice), (dice, box)


@pytest.mark.parametrize("rule", RULES)
def test_all_jokers_on_all_cards_agree_with_the_table(rule):
    for filled in some_of(UPPER, most=6):
        for lower, in_yahtzee in product([[], ["chance"], LOWER[:-1]], IN_YAHTZEE):
            boxes = dict.fromkeys([*filled, *lower], 0) | ({} if in_yahtzee is None else {"yahtzee": in_yahtzee})
            for dice, box in product(YAHTZEES, set(ALL) - set(boxes)):
                assert brought(boxes, box, dice, rule) == reading(rule, boxes, box, dice), (boxes, dice, box)


@pytest.mark.parametrize("rule", RULES)
def test_a_score_can_be_had_if_some_roll_gives_it(rule):
    """A scratch, too, for any roll but a joker."""
    other_rolls = {box: {0, *(plain(box, dice) for dice in ROLLS if len(set(dice)) > 1)} for box in ALL}
    for filled, lower, in_yahtzee in product(some_of(UPPER, most=6), [[], LOWER[:-1]], IN_YAHTZEE):
        for box in ALL:
            boxes = dict.fromkeys([*filled, *lower], 0) | ({} if in_yahtzee is None else {"yahtzee": in_yahtzee})
            boxes.pop(box, None)
            given = {found[0] for dice in YAHTZEES if (found := reading(rule, boxes, box, dice))}
            scratch = set() if "yahtzee" in boxes else {0}
            held = Card(ANA, boxes)
            assert scores(held, box, True, rule) == given | scratch, (boxes, box)
            assert scores(held, box, False, rule) == other_rolls[box], (boxes, box)


def some_of(boxes, most):
    return list(chain.from_iterable(combinations(boxes, count) for count in range(most + 1)))


def test_the_table_is_complete():
    lower_targets = {("some", where) for where in ("sums", "shapes")}
    upper_targets = set(product(["some", "none"], ["upper"]))
    filled = {(rule, "filled", *rest) for rule in RULES for rest in lower_targets | upper_targets}
    opened = {(rule, "open", *rest) for rule in RULES for rest in lower_targets | upper_targets}
    own = {(rule, "open", lower, "own") for rule in RULES for lower in ("some", "none")}
    assert set(TABLE) == filled | opened | own


def test_sums_that_only_five_equal_dice_give():
    held = card()
    assert scores(held, "four_of_a_kind", False, "forced") == {0, *range(6, 30)} - {15, 20}
    assert scores(held, "three_of_a_kind", False, "forced") == {0, *range(6, 30)}
    assert scores(held, "chance", False, "forced") == {0, *range(6, 30)}
    for box in ("three_of_a_kind", "four_of_a_kind", "chance"):
        assert scores(held, box, True, "forced") == {0, 5, 10, 15, 20, 25, 30}


SECOND_FIVES = [
    # what is on the card, the rule, where five 5s go, and what they bring with the bonuses; or why they may not
    ({"yahtzee": 50}, "forced", "fives", 125),
    ({"yahtzee": 0}, "forced", "fives", 25),
    ({"yahtzee": 50}, "forced", "chance", "A joker must go to Fives first, which Ana still has open."),
    ({"yahtzee": 50}, "forced", "sixes", "A joker must go to Fives first, which Ana still has open."),
    ({"yahtzee": 50, "fives": 10}, "forced", "full_house", 125),
    ({"yahtzee": 50, "fives": 10}, "forced", "small_straight", 130),
    ({"yahtzee": 50, "fives": 10}, "forced", "large_straight", 140),
    ({"yahtzee": 50, "fives": 10}, "forced", "three_of_a_kind", 125),
    ({"yahtzee": 50, "fives": 10}, "forced", "four_of_a_kind", 125),
    ({"yahtzee": 50, "fives": 10}, "forced", "chance", 125),
    ({"yahtzee": 0, "fives": 10}, "forced", "full_house", 25),
    (
        {"yahtzee": 0, "fives": 10},
        "forced",
        "sixes",
        "With Fives filled, a joker must go to a lower box before Sixes, and Ana still has one open.",
    ),
    (dict.fromkeys([*LOWER, "fives"], 0), "forced", "sixes", 0),
    (dict.fromkeys([*LOWER, "fives"], 0) | {"yahtzee": 50}, "forced", "sixes", 100),
    ({"yahtzee": 50}, "free", "fives", 125),
    ({"yahtzee": 50}, "free", "sixes", 100),
    ({"yahtzee": 50}, "free", "chance", 125),
    ({"yahtzee": 50}, "free", "full_house", 100),
    ({"yahtzee": 50, "fives": 10}, "free", "full_house", 125),
    ({"yahtzee": 50, "fives": 10}, "free", "sixes", 100),
    ({"yahtzee": 0}, "free", "large_straight", 0),
    ({"yahtzee": 0, "fives": 10}, "free", "large_straight", 40),
    ({}, "forced", "full_house", 0),
    ({"fives": 10}, "forced", "large_straight", 0),
    ({}, "forced", "chance", 25),
    ({}, "free", "sixes", 0),
    ({}, "free", "yahtzee", 50),
    ({"fives": 20, "sixes": 24, "fours": 16, "yahtzee": 50}, "forced", "threes", None),
]


@pytest.mark.parametrize(("filled", "rule", "box", "brings"), SECOND_FIVES)
def test_five_5s_by_hand(filled, rule, box, brings):
    got = offer(card(**filled), box, (5, 5, 5, 5, 5), rule)
    if isinstance(brings, int):
        assert (got.points, got.forbidden) == (brings, None)
    else:
        assert got.forbidden
        assert brings is None or english(got.forbidden) == brings


def test_the_upper_bonus_comes_with_a_joker_too():
    filled = {"yahtzee": 50, "sixes": 24, "fours": 16}
    assert offer(card(**filled), "fives", (5,) * 5, "forced")[:4] == (25, 35, 100, True)
    assert offer(card(**filled | {"yahtzee": 0}), "fives", (5,) * 5, "forced")[:4] == (25, 35, 0, True)


def test_an_offer_for_every_open_box_and_no_other():
    got = offers(card("ones", "chance"), (6, 6, 5, 5, 5), "forced")
    assert set(got) == set(ALL) - {"ones", "chance"}
    assert {box: brings.points for box, brings in got.items() if brings.points} == {
        "fives": 15,
        "sixes": 12,
        "three_of_a_kind": 27,
        "full_house": 25,
    }


def test_offers_for_what_is_no_roll_are_refused():
    with pytest.raises(Impossible):
        offers(card(), (1, 2, 3, 4, 7), "forced")


def test_a_joker_is_called_one_where_it_brings_nothing():
    turns = [noted("yahtzee", 0), thrown("sixes", "55555")]
    assert sheet(played(*turns, rule="free")) == [(0, "0 sixes (joker)")]
    assert refusal(played(*turns))[:2] == (1, "box")


def test_a_joker_worth_nothing_may_be_scratched_and_keeps_its_bonus():
    turns = [thrown("yahtzee", "66666"), thrown("full_house", "55555", scratch=True)]
    assert sheet(played(*turns, rule="free")) == [(0, "0 full house (joker)"), (100, "100 Yahtzee bonus")]


def test_a_first_yahtzee_in_another_box_is_no_joker():
    for turn in (thrown("chance", "55555"), noted("chance", 25, rolled_yahtzee=True)):
        assert sheet(played(turn)) == [(25, "25 chance")]
