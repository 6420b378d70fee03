"""Impossible turns of Yahtzee, each with the nearest possible one; turns.py says how they read."""

import pytest

from tests.rules.support.records import error, make_record
from tests.rules.support.refusals import check_refusals
from tests.rules.support.yahtzee.turns import play

REFUSALS = """
    after chance 20: chance 20 → ones 2
        box: Ana has already filled Chance: choose another box.
    after full_house 0: full_house [33355] → threes [33355]
        box: Ana has already filled Full house: choose another box.
    after yahtzee [66666]: yahtzee [66666] → sixes [66666]
        box: Ana has already filled Yahtzee: choose another box.
    after all: chance 20 → Ben chance 20
        box: Ana has had all 13 turns: every box is filled.
    ones [1234] → ones [12345]
        dice: A roll has 5 dice, not 4.
    ones [123456] → ones [12345]
        dice: A roll has 5 dice, not 6.
    ones [] → ones [22222]
        dice: A roll has 5 dice, not 0.
    ones [12347] → ones [12346]
        dice: A die shows 1 to 6, not 7.
    ones [01234] → ones [11234]
        dice: A die shows 1 to 6, not 0.
    ones [12345] 1 → ones [12345]
        score: Enter either the dice or the score, not both.
    ones scratch → ones 0 scratch
        dice: Enter the five dice, or the score.
    sixes [66665]! → sixes [66666]!
        rolled_yahtzee: Not a Yahtzee: the dice are not all equal.
    sixes 12 scratch → sixes 12
        scratch: A scratched box scores 0, not 12.
    after yahtzee [66666]: full_house [44444] → fours [44444]
        box: Ana’s Fours box is open, so the joker must go there.
    after yahtzee 0: sixes [44444] → fours [44444]
        box: Ana’s Fours box is open, so the joker must go there.
    after yahtzee 0: sixes [44444] scratch → sixes [44445] scratch
        box: Ana’s Fours box is open, so the joker must go there.
    after yahtzee [66666]; fours 8: sixes [44444] → chance [44444]
        box: Fours is filled and Ana has a lower box open, so the joker must go there, not to Sixes.
    after yahtzee [66666]: fours [44444] scratch → fours [44445] scratch
        scratch: A joker cannot be scratched: these dice score 20 in Fours.
    after yahtzee [66666]; fours 8: large_straight [44444] scratch → large_straight [44445] scratch
        scratch: A joker cannot be scratched: these dice score 40 in Large straight.
    (free) after yahtzee [66666]: chance [44444] scratch → full_house [44444] scratch
        scratch: A joker cannot be scratched: these dice score 20 in Chance.
    fours 7 → fours 8
        score: No roll scores 7 in Fours.
    fours 24 → fours 16
        score: No roll scores 24 in Fours.
    fours -4 → fours 0
        score: No roll scores −4 in Fours.
    chance 4 → chance 6
        score: No roll scores 4 in Chance.
    full_house 24 → full_house 25
        score: No roll scores 24 in Full house.
    small_straight 40 → small_straight 30
        score: No roll scores 40 in Small straight.
    yahtzee 100! → yahtzee 50!
        score: A Yahtzee cannot score 100 in Yahtzee.
    three_of_a_kind 18! → three_of_a_kind 18
        score: A Yahtzee cannot score 18 in Three of a kind.
    sixes 12! → sixes 30!
        score: A Yahtzee cannot score 12 in Sixes.
    after fours 8: full_house 25! → full_house 0!
        score: A Yahtzee scores 0 in Full house while Ana’s Yahtzee box is open: it is not a joker
            yet.
    after yahtzee 0; sixes 6: chance 20! → chance 30!
        score: Ana’s Fours box is open, so the joker must go there.
    after yahtzee 0: large_straight 40! → sixes 30!
        score: A joker must go to the box of its own number first, and Ana has all six open.
    after yahtzee 0: large_straight 0! → large_straight 0
        score: A joker must go to the box of its own number first, and Ana has all six open.
    after yahtzee [66666]; fours 8: full_house 0! → full_house 25!
        score: A joker always scores in Full house, so it cannot be scratched.
    after yahtzee [66666]; fours 8: sixes 0! → sixes 0
        score: A joker scores 0 in Sixes only when all lower boxes are filled, and Ana still has one
            open.
    after lower: sixes 0! → sixes 30!
        score: A joker must go to the box of its own number first, and Ana has all six open.
    (free) after yahtzee [66666]: full_house 25! → full_house 0!
        score: A joker scores 25 in Full house only once the box of its own number is filled, and
            Ana has all six open.
    (free) after yahtzee [66666]; upper: large_straight 0! → large_straight 40!
        score: A joker always scores in Large straight, so it cannot be scratched.
    (free) after yahtzee 0: chance 0! → chance 5!
        score: A joker always scores in Chance, so it cannot be scratched.
"""
ONLY_YAHTZEES = (
    "Yahtzee 50, Ones 5, Twos 10, Threes 15, Fours 20, Fives 25, Sixes 30, Chance 5, Chance 30, "
    "Three of a kind 5, Three of a kind 30, "
    "Four of a kind 5, Four of a kind 15, Four of a kind 20, Four of a kind 30"
)
NOT_CALLED = [
    f"{turn} → {turn}!\n"
    f"    rolled_yahtzee: Only a Yahtzee scores {score} in {box}: mark the roll as a Yahtzee."
    for box, _, score in (text.rpartition(" ") for text in ONLY_YAHTZEES.split(", "))
    if (turn := f"{box.lower().replace(' ', '_')} {score}")
]


def play_table(rule, *entries):
    return play("; ".join(entries), seats=2, rule=rule or "forced")


def test_an_impossible_turn_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(REFUSALS, play_table)
    check_refusals("\n".join(NOT_CALLED), play_table)


@pytest.mark.parametrize("rule", ["forced", "free"])
def test_a_turn_that_only_looks_wrong_is_accepted(rule):
    turns = {
        "forced": [
            "lower; fours 8; sixes [44444] scratch",
            "lower; fours 8; sixes 0!",
            "yahtzee [44444] scratch",
            "chance [44444] scratch",
            "full_house [44444]",
            "yahtzee [44441]",
            "Ben ones 2; Ben twos 2; twos 2",
            "yahtzee 0; fours 8; full_house 25!",
            "yahtzee 0; fours 8; chance 20!",
            "yahtzee 0!",
        ],
        "free": [
            "yahtzee 0; fours 8; full_house 0!",
            "yahtzee 0; fours 8; full_house 25!",
            "yahtzee 0; sixes 0!",
        ],
    }
    assert [text for text in turns[rule] if play(text, seats=2, rule=rule).problem] == []


TURN = {"player": "Ana", "box": "ones", "dice": [1, 2, 3, 4, 5]}
INVALID = {
    "box": [
        {"player": "Ana", "dice": [1, 2, 3, 4, 5]},
        TURN | {"box": "bonus"},
        TURN | {"box": "Ones"},
    ],
    "player": [{"box": "ones", "dice": [1, 2, 3, 4, 5]}, TURN | {"player": "Dan"}],
    "dice": [
        {"player": "Ana", "box": "ones"},
        *(TURN | {"dice": dice} for dice in ([1, 2, 3, 4, 5.0], [1, 2, 3, 4, True], "12345")),
    ],
    "scratch": [TURN | {"scratch": 1}],
    "joker": [TURN | {"joker": True}],
    "score": [{"player": "Ana", "box": "ones", "score": score} for score in ("3", 3.0)],
}


def test_an_invalid_turn_is_refused():
    for field, entries in INVALID.items():
        for entry in entries:
            refusal = error(make_record(entry, game="yahtzee"))
            assert (refusal["entry"], refusal["field"]) == (0, field), entry


def test_another_joker_rule_is_refused():
    for joker in ("Forced", "none", "", True, None):
        record = make_record(TURN, game="yahtzee", options={"joker": joker})
        assert error(record)["field"] == "joker", joker


def test_one_or_more_can_play():
    for count in (0, 1, 2, 6, 10, 100):
        record = make_record(game="yahtzee", players=[f"P{n}" for n in range(count)])
        assert error(record).get("field") == (None if count else "players"), count
