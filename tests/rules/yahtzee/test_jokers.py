"""Every roll in every box on many cards: the game agrees with the model."""

from itertools import chain, combinations, product

import pytest

from games.contract import Impossible
from games.yahtzee.card import Card
from games.yahtzee.offer import offer_for_dice, offers_for_dice
from games.yahtzee.scores import possible_scores
from games.yahtzee.turn import Turn, offer_for_turn
from tests.rules.support.boards import ANA, english, first_refusal, seat_lines
from tests.rules.support.yahtzee.model import (
    BOXES,
    JOKERS,
    LOWER,
    ROLLS,
    UPPER,
    plain_points,
    points_and_bonus,
)
from tests.rules.support.yahtzee.turns import card_with, dice_turn, play, score_turn

YAHTZEES = [(number,) * 5 for number in range(1, 7)]
RULES = ["forced", "free"]
IN_YAHTZEE = [None, 0, 50]


def game_points_and_bonus(filled, box, dice, rule):
    """Return what a turn scores in the game, without the upper bonus; None if it is refused."""
    try:
        offer = offer_for_turn(Turn(ANA, box, dice), Card(ANA, dict(filled)), rule)
    except Impossible:
        return None
    return offer.box_points, offer.yahtzee_bonus


@pytest.mark.parametrize("own_filled", [True, False], ids=["own filled", "own open"])
@pytest.mark.parametrize("lower_filled", [True, False], ids=["lower full", "lower open"])
@pytest.mark.parametrize("in_yahtzee", IN_YAHTZEE)
@pytest.mark.parametrize("rule", RULES)
def test_all_rolls_in_all_boxes_agree_with_the_model(rule, in_yahtzee, lower_filled, own_filled):
    for dice, box in product(ROLLS, BOXES):
        filled = dict.fromkeys(LOWER, 0) if lower_filled else {}
        filled |= {UPPER[dice[2] - 1]: 0} if own_filled else {}
        filled.pop("yahtzee", None)
        filled |= {} if in_yahtzee is None else {"yahtzee": in_yahtzee}
        filled.pop(box, None)
        assert game_points_and_bonus(filled, box, dice, rule) == points_and_bonus(
            rule, filled, box, dice
        ), (dice, box)


@pytest.mark.parametrize("rule", RULES)
def test_all_jokers_on_all_cards_agree_with_the_model(rule):
    for filled in subsets(UPPER, most=6):
        for lower, in_yahtzee in product([[], ["chance"], LOWER[:-1]], IN_YAHTZEE):
            boxes = dict.fromkeys([*filled, *lower], 0) | (
                {} if in_yahtzee is None else {"yahtzee": in_yahtzee}
            )
            for dice, box in product(YAHTZEES, set(BOXES) - set(boxes)):
                assert game_points_and_bonus(boxes, box, dice, rule) == points_and_bonus(
                    rule, boxes, box, dice
                ), (
                    boxes,
                    dice,
                    box,
                )


@pytest.mark.parametrize("rule", RULES)
def test_a_score_is_possible_if_some_roll_gives_it(rule):
    plain_scores = {
        box: {0, *(plain_points(box, dice) for dice in ROLLS if len(set(dice)) > 1)}
        for box in BOXES
    }
    for filled, lower, in_yahtzee in product(subsets(UPPER, most=6), [[], LOWER[:-1]], IN_YAHTZEE):
        for box in BOXES:
            boxes = dict.fromkeys([*filled, *lower], 0) | (
                {} if in_yahtzee is None else {"yahtzee": in_yahtzee}
            )
            boxes.pop(box, None)
            yahtzee_scores = {
                result[0]
                for dice in YAHTZEES
                if (result := points_and_bonus(rule, boxes, box, dice))
            }
            scratch = set() if "yahtzee" in boxes else {0}
            card = Card(ANA, boxes)
            assert possible_scores(card, box, True, rule) == yahtzee_scores | scratch, (boxes, box)
            assert possible_scores(card, box, False, rule) == plain_scores[box], (boxes, box)


def subsets(boxes, most):
    return list(chain.from_iterable(combinations(boxes, count) for count in range(most + 1)))


def test_the_joker_table_is_complete():
    lower_targets = {("some", where) for where in ("sums", "patterns")}
    upper_targets = set(product(["some", "none"], ["upper"]))
    filled = {(rule, "filled", *rest) for rule in RULES for rest in lower_targets | upper_targets}
    opened = {(rule, "open", *rest) for rule in RULES for rest in lower_targets | upper_targets}
    own = {(rule, "open", lower, "own") for rule in RULES for lower in ("some", "none")}
    assert set(JOKERS) == filled | opened | own


def test_some_sums_need_five_equal_dice():
    card = card_with()
    assert possible_scores(card, "four_of_a_kind", False, "forced") == {0, *range(6, 30)} - {15, 20}
    assert possible_scores(card, "three_of_a_kind", False, "forced") == {0, *range(6, 30)}
    assert possible_scores(card, "chance", False, "forced") == {0, *range(6, 30)}
    for box in ("three_of_a_kind", "four_of_a_kind", "chance"):
        assert possible_scores(card, box, True, "forced") == {0, 5, 10, 15, 20, 25, 30}


FIVE_FIVES = [
    # the card, the rule, the box for five 5s, and their points with bonuses or the reason why not
    ({"yahtzee": 50}, "forced", "fives", 125),
    ({"yahtzee": 0}, "forced", "fives", 25),
    (
        {"yahtzee": 50},
        "forced",
        "chance",
        "Ana’s Fives box is open, so the joker must go there.",
    ),
    (
        {"yahtzee": 50},
        "forced",
        "sixes",
        "Ana’s Fives box is open, so the joker must go there.",
    ),
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
        "Fives is filled and Ana has a lower box open, so the joker must go there, not to Sixes.",
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


@pytest.mark.parametrize(("filled", "rule", "box", "brings"), FIVE_FIVES)
def test_five_5s_worked_by_hand(filled, rule, box, brings):
    offer = offer_for_dice(card_with(**filled), box, (5, 5, 5, 5, 5), rule)
    if isinstance(brings, int):
        assert (offer.points, offer.refusal) == (brings, None)
    else:
        assert offer.refusal
        assert brings is None or english(offer.refusal) == brings


def test_the_upper_bonus_comes_with_a_joker_too():
    filled = {"yahtzee": 50, "sixes": 24, "fours": 16}
    assert offer_for_dice(card_with(**filled), "fives", (5,) * 5, "forced")[:4] == (
        25,
        35,
        100,
        True,
    )
    assert offer_for_dice(card_with(**filled | {"yahtzee": 0}), "fives", (5,) * 5, "forced")[
        :4
    ] == (25, 35, 0, True)


def test_there_is_an_offer_for_every_open_box_only():
    offers = offers_for_dice(card_with("ones", "chance"), (6, 6, 5, 5, 5), "forced")
    assert set(offers) == set(BOXES) - {"ones", "chance"}
    assert {box: offer.points for box, offer in offers.items() if offer.points} == {
        "fives": 15,
        "sixes": 12,
        "three_of_a_kind": 27,
        "full_house": 25,
    }


def test_there_are_no_offers_for_an_invalid_roll():
    with pytest.raises(Impossible):
        offers_for_dice(card_with(), (1, 2, 3, 4, 7), "forced")


def test_the_line_names_a_joker_even_for_0():
    turns = [score_turn("yahtzee", 0), dice_turn("sixes", "55555")]
    assert seat_lines(play(*turns, rule="free")) == [(0, "0 in sixes as joker")]
    assert first_refusal(play(*turns))[:2] == (1, "box")


def test_a_joker_worth_0_may_be_scratched_and_keeps_its_bonus():
    turns = [dice_turn("yahtzee", "66666"), dice_turn("full_house", "55555", scratch=True)]
    assert seat_lines(play(*turns, rule="free")) == [
        (0, "0 in full house as joker"),
        (100, "100 Yahtzee bonus"),
    ]


def test_the_first_yahtzee_in_another_box_is_not_a_joker():
    for turn in (dice_turn("chance", "55555"), score_turn("chance", 25, rolled_yahtzee=True)):
        assert seat_lines(play(turn)) == [(25, "")]
