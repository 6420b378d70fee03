"""Impossible scores in Yahtzee, each with the nearest possible one."""

import pytest

from tests.rules.support.boards import first_refusal
from tests.rules.support.yahtzee.model import LOWER, UPPER
from tests.rules.support.yahtzee.turns import dice_turn, play, score_turn

FIFTY = dice_turn("yahtzee", "66666")
ZERO = score_turn("yahtzee", 0)
LOWER_FILLED = [score_turn(box, 0) for box in LOWER]
UPPER_FILLED = [score_turn(box, 0) for box in UPPER]


def yahtzee_turn(box, score):
    return score_turn(box, score, rolled_yahtzee=True)


# the problem, the turns before, the rule, an impossible turn, a possible one, field and message
CASES = [
    (
        "7 in fours",
        [],
        "forced",
        score_turn("fours", 7),
        score_turn("fours", 8),
        ("score", "No roll scores 7 in Fours."),
    ),
    (
        "24 in fours",
        [],
        "forced",
        score_turn("fours", 24),
        score_turn("fours", 16),
        ("score", "No roll scores 24 in Fours."),
    ),
    (
        "-4 in fours",
        [],
        "forced",
        score_turn("fours", -4),
        score_turn("fours", 0),
        ("score", "No roll scores −4 in Fours."),
    ),
    (
        "4 as chance",
        [],
        "forced",
        score_turn("chance", 4),
        score_turn("chance", 6),
        ("score", "No roll scores 4 in Chance."),
    ),
    (
        "24 as a full house",
        [],
        "forced",
        score_turn("full_house", 24),
        score_turn("full_house", 25),
        ("score", "No roll scores 24 in Full house."),
    ),
    (
        "40 as a small straight",
        [],
        "forced",
        score_turn("small_straight", 40),
        score_turn("small_straight", 30),
        ("score", "No roll scores 40 in Small straight."),
    ),
    (
        "100 in Yahtzee",
        [],
        "forced",
        yahtzee_turn("yahtzee", 100),
        yahtzee_turn("yahtzee", 50),
        ("score", "A Yahtzee cannot score 100 in Yahtzee."),
    ),
    *[
        (
            f"{score} in {box}, not called a Yahtzee",
            [],
            "forced",
            score_turn(box, score),
            yahtzee_turn(box, score),
            (
                "rolled_yahtzee",
                f"Only a Yahtzee scores {score} in {title}: mark the roll as a Yahtzee.",
            ),
        )
        for box, title, only in [
            ("yahtzee", "Yahtzee", [50]),
            ("ones", "Ones", [5]),
            ("twos", "Twos", [10]),
            ("threes", "Threes", [15]),
            ("fours", "Fours", [20]),
            ("fives", "Fives", [25]),
            ("sixes", "Sixes", [30]),
            ("three_of_a_kind", "Three of a kind", [5, 30]),
            ("four_of_a_kind", "Four of a kind", [5, 15, 20, 30]),
            ("chance", "Chance", [5, 30]),
        ]
        for score in only
    ],
    (
        "a Yahtzee that adds up to 18",
        [],
        "forced",
        yahtzee_turn("three_of_a_kind", 18),
        score_turn("three_of_a_kind", 18),
        ("score", "A Yahtzee cannot score 18 in Three of a kind."),
    ),
    (
        "a Yahtzee worth 12 in sixes",
        [],
        "forced",
        yahtzee_turn("sixes", 12),
        yahtzee_turn("sixes", 30),
        ("score", "A Yahtzee cannot score 12 in Sixes."),
    ),
    (
        "a Yahtzee as a full house while the Yahtzee box is open",
        [score_turn("fours", 8)],
        "forced",
        yahtzee_turn("full_house", 25),
        yahtzee_turn("full_house", 0),
        (
            "score",
            "A Yahtzee scores 0 in Full house while Ana’s Yahtzee box is open: it is"
            " not a joker yet.",
        ),
    ),
    (
        "a forced joker's 20 while fours is open",
        [ZERO, score_turn("sixes", 6)],
        "forced",
        yahtzee_turn("chance", 20),
        yahtzee_turn("chance", 30),
        ("score", "Ana’s Fours box is open, so the joker must go there."),
    ),
    (
        "a forced joker in a lower box while no upper box is filled",
        [ZERO],
        "forced",
        yahtzee_turn("large_straight", 40),
        yahtzee_turn("sixes", 30),
        ("score", "A joker must go to the box of its own number first, and Ana has all six open."),
    ),
    (
        "a forced joker scratched in a lower box while no upper box is filled",
        [ZERO],
        "forced",
        yahtzee_turn("large_straight", 0),
        score_turn("large_straight", 0),
        ("score", "A joker must go to the box of its own number first, and Ana has all six open."),
    ),
    (
        "a forced joker scratched in a lower box",
        [FIFTY, score_turn("fours", 8)],
        "forced",
        yahtzee_turn("full_house", 0),
        yahtzee_turn("full_house", 25),
        ("score", "A joker always scores in Full house, so it cannot be scratched."),
    ),
    (
        "a forced joker scratched in an upper box while a lower one is open",
        [FIFTY, score_turn("fours", 8)],
        "forced",
        yahtzee_turn("sixes", 0),
        score_turn("sixes", 0),
        (
            "score",
            "A joker scores 0 in Sixes only when all lower boxes are filled, and Ana"
            " still has one open.",
        ),
    ),
    (
        "a forced joker scratched in an upper box while all six are open",
        LOWER_FILLED,
        "forced",
        yahtzee_turn("sixes", 0),
        yahtzee_turn("sixes", 30),
        ("score", "A joker must go to the box of its own number first, and Ana has all six open."),
    ),
    (
        "a free joker as a full house while no upper box is filled",
        [FIFTY],
        "free",
        yahtzee_turn("full_house", 25),
        yahtzee_turn("full_house", 0),
        (
            "score",
            "A joker scores 25 in Full house only once the box of its own number is"
            " filled, and Ana has all six open.",
        ),
    ),
    (
        "a free joker worth 0 as a straight while every upper box is filled",
        [FIFTY, *UPPER_FILLED],
        "free",
        yahtzee_turn("large_straight", 0),
        yahtzee_turn("large_straight", 40),
        ("score", "A joker always scores in Large straight, so it cannot be scratched."),
    ),
    (
        "a free joker scratched as chance",
        [ZERO],
        "free",
        yahtzee_turn("chance", 0),
        yahtzee_turn("chance", 5),
        ("score", "A joker always scores in Chance, so it cannot be scratched."),
    ),
]
EACH = pytest.mark.parametrize(
    ("before", "rule", "impossible", "possible", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)


@EACH
def test_an_impossible_score_is_refused_with_a_reason(before, rule, impossible, possible, expected):
    assert first_refusal(play(*before, impossible, seats=2, rule=rule)) == (len(before), *expected)


@EACH
def test_the_nearest_possible_score_is_accepted(before, rule, impossible, possible, expected):
    assert play(*before, possible, seats=2, rule=rule).problem is None


@pytest.mark.parametrize(
    ("before", "rule", "turn"),
    [
        ([ZERO, score_turn("fours", 8)], "forced", yahtzee_turn("full_house", 25)),
        ([ZERO, score_turn("fours", 8)], "forced", yahtzee_turn("chance", 20)),
        ([*LOWER_FILLED, score_turn("fours", 8)], "forced", yahtzee_turn("sixes", 0)),
        ([ZERO, score_turn("fours", 8)], "free", yahtzee_turn("full_house", 0)),
        ([ZERO, score_turn("fours", 8)], "free", yahtzee_turn("full_house", 25)),
        ([ZERO], "free", yahtzee_turn("sixes", 0)),
        ([], "forced", yahtzee_turn("yahtzee", 0)),
    ],
)
def test_a_score_that_some_roll_gives_is_accepted(before, rule, turn):
    assert play(*before, turn, rule=rule).problem is None
