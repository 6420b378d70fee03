"""Every roll in every box on many cards: the game agrees with the model."""

import re
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
from tests.rules.support.yahtzee.turns import card_with, play

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


@pytest.mark.parametrize("rule", RULES)
def test_all_rolls_in_all_boxes_agree_with_the_model(rule):
    for in_yahtzee, lower, own in product(IN_YAHTZEE, [[], LOWER], [True, False]):
        for dice, box in product(ROLLS, BOXES):
            filled = {UPPER[dice[2] - 1]} if own else set()
            card = card_boxes(filled.union(lower) - {"yahtzee"}, in_yahtzee, without=box)
            agrees(card, box, dice, rule)


@pytest.mark.parametrize("rule", RULES)
def test_all_jokers_on_all_cards_agree_with_the_model(rule):
    for card in all_cards([[], ["chance"], LOWER[:-1]]):
        for dice, box in product(YAHTZEES, set(BOXES) - set(card)):
            agrees(card, box, dice, rule)


def agrees(card, box, dice, rule):
    brings = points_and_bonus(rule, card, box, dice)
    assert game_points_and_bonus(card, box, dice, rule) == brings, (card, box, dice)


def card_boxes(filled, in_yahtzee, without=""):
    boxes = dict.fromkeys(filled, 0) | ({} if in_yahtzee is None else {"yahtzee": in_yahtzee})
    boxes.pop(without, None)
    return boxes


def all_cards(lower_boxes, without=""):
    for filled, lower, in_yahtzee in product(subsets(UPPER), lower_boxes, IN_YAHTZEE):
        yield card_boxes([*filled, *lower], in_yahtzee, without)


@pytest.mark.parametrize("rule", RULES)
def test_a_score_is_possible_if_some_roll_gives_it(rule):
    for box in BOXES:
        plain = {0, *(plain_points(box, dice) for dice in ROLLS if len(set(dice)) > 1)}
        for boxes in all_cards([[], LOWER[:-1]], without=box):
            results = (points_and_bonus(rule, boxes, box, dice) for dice in YAHTZEES)
            scratch = set() if "yahtzee" in boxes else {0}
            scores = scratch | {result[0] for result in results if result}
            card = Card(ANA, boxes)
            assert possible_scores(card, box, True, rule) == scores, (boxes, box)
            assert possible_scores(card, box, False, rule) == plain, (boxes, box)


def subsets(boxes):
    return list(chain.from_iterable(combinations(boxes, n) for n in range(len(boxes) + 1)))


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


FIVE_FIVES = """
forced  yahtzee=50                 fives            125
forced  yahtzee=0                  fives            25
forced  yahtzee=50                 chance           OWN
forced  yahtzee=50                 sixes            OWN
forced  yahtzee=50,fives=10        full_house       125
forced  yahtzee=50,fives=10        small_straight   130
forced  yahtzee=50,fives=10        large_straight   140
forced  yahtzee=50,fives=10        three_of_a_kind  125
forced  yahtzee=50,fives=10        four_of_a_kind   125
forced  yahtzee=50,fives=10        chance           125
forced  yahtzee=0,fives=10         full_house       25
forced  yahtzee=0,fives=10         sixes            LOWER
forced  fives=20,sixes=24,yahtzee=50  threes        LOWER
forced  lower,fives=0              sixes            0
forced  lower,fives=0,yahtzee=50   sixes            100
free    yahtzee=50                 fives            125
free    yahtzee=50                 sixes            100
free    yahtzee=50                 chance           125
free    yahtzee=50                 full_house       100
free    yahtzee=50,fives=10        full_house       125
free    yahtzee=50,fives=10        sixes            100
free    yahtzee=0                  large_straight   0
free    yahtzee=0,fives=10         large_straight   40
forced  -                          full_house       0
forced  fives=10                   large_straight   0
forced  -                          chance           25
free    -                          sixes            0
free    -                          yahtzee          50
"""
"""The points of five 5s on a card, with bonuses, or why they may not go there."""

OTHER_BOX = {
    "OWN": "Ana’s Fives box is open, so the joker must go there.",
    "LOWER": "Fives is filled and Ana has a lower box open, so the joker must go there, not to %s.",
}


def test_five_5s_worked_by_hand():
    for rule, filled, box, brings in map(str.split, FIVE_FIVES.strip().split("\n")):
        boxes = dict.fromkeys(LOWER, 0) if "lower" in filled else {}
        boxes |= {name: int(n) for name, n in re.findall(r"(\w+)=(\d+)", filled)}
        offer = offer_for_dice(card_with(**boxes), box, (5,) * 5, rule)
        answer = english(offer.refusal) if offer.refusal else str(offer.points)
        expected = OTHER_BOX.get(brings, brings).replace("%s", box.title())
        assert answer == expected, (rule, filled, box)


def test_the_upper_bonus_comes_with_a_joker_too():
    filled = {"sixes": 24, "fours": 16}
    for yahtzee, bonus in ((50, 100), (0, 0)):
        card = card_with(**filled, yahtzee=yahtzee)
        assert offer_for_dice(card, "fives", (5,) * 5, "forced")[:4] == (25, 35, bonus, True)


def test_there_is_an_offer_for_every_open_box_only_and_none_for_an_invalid_roll():
    offers = offers_for_dice(card_with("ones", "chance"), (6, 6, 5, 5, 5), "forced")
    assert set(offers) == set(BOXES) - {"ones", "chance"}
    points = {box: offer.points for box, offer in offers.items() if offer.points}
    assert points == {"fives": 15, "sixes": 12, "three_of_a_kind": 27, "full_house": 25}
    with pytest.raises(Impossible):
        offers_for_dice(card_with(), (1, 2, 3, 4, 7), "forced")


def test_the_line_names_a_joker_even_for_0():
    turns = "yahtzee 0; sixes [55555]"
    assert seat_lines(play(turns, rule="free")) == [(0, "0 in sixes as joker")]
    assert first_refusal(play(turns))[:2] == (1, "box")


def test_a_joker_worth_0_may_be_scratched_and_keeps_its_bonus():
    board = play("yahtzee [66666]; full_house [55555] scratch", rule="free")
    lines = [(0, "0 in full house as joker"), (100, "100 Yahtzee bonus")]
    assert seat_lines(board) == lines


def test_the_first_yahtzee_in_another_box_is_not_a_joker():
    for turn in ("chance [55555]", "chance 25!"):
        assert seat_lines(play(turn)) == [(25, "")]
