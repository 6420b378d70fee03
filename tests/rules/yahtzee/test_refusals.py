"""Impossible turns of Yahtzee, each with the nearest possible one."""

import pytest

from tests.rules.support.boards import BEN, first_refusal
from tests.rules.support.records import error, make_record
from tests.rules.support.yahtzee.model import BOXES, LOWER
from tests.rules.support.yahtzee.turns import dice_turn, play, score_turn

FIFTY = dice_turn("yahtzee", "66666")
ZERO = score_turn("yahtzee", 0)
LOWER_FILLED = [score_turn(box, 0) for box in LOWER]


# the problem, the turns before, the rule, an impossible turn, a possible one, field and message
CASES = [
    (
        "a second entry in a box",
        [score_turn("chance", 20)],
        "forced",
        score_turn("chance", 20),
        score_turn("ones", 2),
        ("box", "Ana has already filled Chance: choose another box."),
    ),
    (
        "a box that was scratched",
        [score_turn("full_house", 0)],
        "forced",
        dice_turn("full_house", "33355"),
        dice_turn("threes", "33355"),
        ("box", "Ana has already filled Full house: choose another box."),
    ),
    (
        "a Yahtzee box filled twice",
        [FIFTY],
        "forced",
        dice_turn("yahtzee", "66666"),
        dice_turn("sixes", "66666"),
        ("box", "Ana has already filled Yahtzee: choose another box."),
    ),
    (
        "a turn beyond the thirteenth",
        [score_turn(box, 0) for box in BOXES],
        "forced",
        score_turn("chance", 20),
        score_turn("chance", 20, BEN),
        ("box", "Ana has had all 13 turns: every box is filled."),
    ),
    (
        "4 dice",
        [],
        "forced",
        dice_turn("ones", "1234"),
        dice_turn("ones", "12345"),
        ("dice", "A roll has 5 dice, not 4."),
    ),
    (
        "six dice",
        [],
        "forced",
        dice_turn("ones", "123456"),
        dice_turn("ones", "12345"),
        ("dice", "A roll has 5 dice, not 6."),
    ),
    (
        "no dice",
        [],
        "forced",
        dice_turn("ones", ""),
        dice_turn("ones", "22222"),
        ("dice", "A roll has 5 dice, not 0."),
    ),
    (
        "a 7",
        [],
        "forced",
        dice_turn("ones", "12347"),
        dice_turn("ones", "12346"),
        ("dice", "A die shows 1 to 6, not 7."),
    ),
    (
        "a 0",
        [],
        "forced",
        dice_turn("ones", "01234"),
        dice_turn("ones", "11234"),
        ("dice", "A die shows 1 to 6, not 0."),
    ),
    (
        "dice and score together",
        [],
        "forced",
        dice_turn("ones", "12345", score=1),
        dice_turn("ones", "12345"),
        ("score", "Enter either the dice or the score, not both."),
    ),
    (
        "neither dice nor score",
        [],
        "forced",
        score_turn("ones", None, scratch=True),
        score_turn("ones", 0, scratch=True),
        ("dice", "Enter the five dice, or the score."),
    ),
    (
        "dice that are not all equal, called a Yahtzee",
        [],
        "forced",
        dice_turn("sixes", "66665", rolled_yahtzee=True),
        dice_turn("sixes", "66666", rolled_yahtzee=True),
        ("rolled_yahtzee", "Not a Yahtzee: the dice are not all equal."),
    ),
    (
        "a scratch of 12",
        [],
        "forced",
        score_turn("sixes", 12, scratch=True),
        score_turn("sixes", 12),
        ("scratch", "A scratched box scores 0, not 12."),
    ),
    (
        "a forced joker elsewhere than its number's box",
        [FIFTY],
        "forced",
        dice_turn("full_house", "44444"),
        dice_turn("fours", "44444"),
        ("box", "Ana’s Fours box is open, so the joker must go there."),
    ),
    (
        "a forced joker elsewhere, after a 0 in Yahtzee",
        [ZERO],
        "forced",
        dice_turn("sixes", "44444"),
        dice_turn("fours", "44444"),
        ("box", "Ana’s Fours box is open, so the joker must go there."),
    ),
    (
        "a forced joker scratched elsewhere",
        [ZERO],
        "forced",
        dice_turn("sixes", "44444", scratch=True),
        dice_turn("sixes", "44445", scratch=True),
        ("box", "Ana’s Fours box is open, so the joker must go there."),
    ),
    (
        "a forced joker in an upper box while a lower one is open",
        [FIFTY, score_turn("fours", 8)],
        "forced",
        dice_turn("sixes", "44444"),
        dice_turn("chance", "44444"),
        (
            "box",
            "Fours is filled and Ana has a lower box open, so the joker must go"
            " there, not to Sixes.",
        ),
    ),
    (
        "a joker scratched in its own box",
        [FIFTY],
        "forced",
        dice_turn("fours", "44444", scratch=True),
        dice_turn("fours", "44445", scratch=True),
        ("scratch", "A joker cannot be scratched: these dice score 20 in Fours."),
    ),
    (
        "a joker scratched in a lower box",
        [FIFTY, score_turn("fours", 8)],
        "forced",
        dice_turn("large_straight", "44444", scratch=True),
        dice_turn("large_straight", "44445", scratch=True),
        (
            "scratch",
            "A joker cannot be scratched: these dice score 40 in Large straight.",
        ),
    ),
    (
        "a free joker scratched where it is worth something",
        [FIFTY],
        "free",
        dice_turn("chance", "44444", scratch=True),
        dice_turn("full_house", "44444", scratch=True),
        ("scratch", "A joker cannot be scratched: these dice score 20 in Chance."),
    ),
]
EACH = pytest.mark.parametrize(
    ("before", "rule", "impossible", "possible", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)


@EACH
def test_an_impossible_turn_is_refused_with_a_reason(before, rule, impossible, possible, expected):
    assert first_refusal(play(*before, impossible, seats=2, rule=rule)) == (len(before), *expected)


@EACH
def test_the_nearest_possible_turn_is_accepted(before, rule, impossible, possible, expected):
    assert play(*before, possible, seats=2, rule=rule).problem is None


@pytest.mark.parametrize(
    ("before", "rule", "turn"),
    [
        (
            [*LOWER_FILLED, score_turn("fours", 8)],
            "forced",
            dice_turn("sixes", "44444", scratch=True),
        ),
        ([], "forced", dice_turn("yahtzee", "44444", scratch=True)),
        ([], "forced", dice_turn("chance", "44444", scratch=True)),
        ([], "forced", dice_turn("full_house", "44444")),
        ([], "forced", dice_turn("yahtzee", "44441")),
        ([score_turn("ones", 2, BEN), score_turn("twos", 2, BEN)], "forced", score_turn("twos", 2)),
    ],
)
def test_a_turn_that_only_looks_wrong_is_accepted(before, rule, turn):
    assert play(*before, turn, seats=2, rule=rule).problem is None


TURN = {"player": "Ana", "box": "ones", "dice": [1, 2, 3, 4, 5]}


def yahtzee_record(*entries, **keys):
    return make_record(*entries, **{"game": "yahtzee", **keys})


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"player": "Ana", "dice": [1, 2, 3, 4, 5]}, "box"),
        ({"box": "ones", "dice": [1, 2, 3, 4, 5]}, "player"),
        ({"player": "Ana", "box": "ones"}, "dice"),
        (TURN | {"box": "bonus"}, "box"),
        (TURN | {"box": "Ones"}, "box"),
        (TURN | {"player": "Dan"}, "player"),
        (TURN | {"dice": [1, 2, 3, 4, 5.0]}, "dice"),
        (TURN | {"dice": [1, 2, 3, 4, True]}, "dice"),
        (TURN | {"dice": "12345"}, "dice"),
        (TURN | {"scratch": 1}, "scratch"),
        (TURN | {"joker": True}, "joker"),
        ({"player": "Ana", "box": "ones", "score": "3"}, "score"),
        ({"player": "Ana", "box": "ones", "score": 3.0}, "score"),
    ],
)
def test_an_invalid_turn_is_refused(entry, field):
    refusal = error(yahtzee_record(entry))
    assert (refusal["entry"], refusal["field"]) == (0, field)


@pytest.mark.parametrize("joker", ["Forced", "none", "", True, None])
def test_another_joker_rule_is_refused(joker):
    assert error(yahtzee_record(TURN, options={"joker": joker}))["field"] == "joker"


def test_a_game_without_players_is_refused():
    assert error(yahtzee_record(players=[]))["field"] == "players"


@pytest.mark.parametrize("count", [1, 2, 6, 10, 100])
def test_one_or_more_can_play(count):
    assert error(yahtzee_record(players=[f"P{n}" for n in range(count)])) == {}
