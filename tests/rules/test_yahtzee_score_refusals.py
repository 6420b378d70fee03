"""Scores that a box of Yahtzee cannot have, and beside each the nearest that it can."""

import pytest

from tests.rules.yahtzee import LOWER, UPPER, noted, played, refusal, thrown

FIFTY = thrown("yahtzee", "66666")
NO_FIFTY = noted("yahtzee", 0)
NO_LOWER = [noted(box, 0) for box in LOWER]
NO_UPPER = [noted(box, 0) for box in UPPER]


def five(box, score):
    return noted(box, score, rolled_yahtzee=True)


# why, the turns before, the rule, what cannot be, its neighbour that can, and the complaint
CANNOT_BE = [
    (
        "7 in fours",
        [],
        "forced",
        noted("fours", 7),
        noted("fours", 8),
        ("score", "No roll gives 7 in Fours."),
    ),
    ("24 in fours", [], "forced", noted("fours", 24), noted("fours", 16), ("score", "No roll gives 24 in Fours.")),
    ("-4 in fours", [], "forced", noted("fours", -4), noted("fours", 0), ("score", "No roll gives −4 in Fours.")),
    ("4 as chance", [], "forced", noted("chance", 4), noted("chance", 6), ("score", "No roll gives 4 in Chance.")),
    (
        "24 as a full house",
        [],
        "forced",
        noted("full_house", 24),
        noted("full_house", 25),
        ("score", "No roll gives 24 in Full house."),
    ),
    (
        "40 as a small straight",
        [],
        "forced",
        noted("small_straight", 40),
        noted("small_straight", 30),
        ("score", "No roll gives 40 in Small straight."),
    ),
    (
        "100 in Yahtzee",
        [],
        "forced",
        five("yahtzee", 100),
        five("yahtzee", 50),
        ("score", "Five equal dice do not give 100 in Yahtzee."),
    ),
    *[
        (
            f"{score} in {box}, not called a Yahtzee",
            [],
            "forced",
            noted(box, score),
            five(box, score),
            (
                "rolled_yahtzee",
                f"Only five equal dice give {score} in {title}: say that a Yahtzee was rolled.",
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
        five("three_of_a_kind", 18),
        noted("three_of_a_kind", 18),
        ("score", "Five equal dice do not give 18 in Three of a kind."),
    ),
    (
        "a Yahtzee worth 12 in sixes",
        [],
        "forced",
        five("sixes", 12),
        five("sixes", 30),
        ("score", "Five equal dice do not give 12 in Sixes."),
    ),
    (
        "a Yahtzee as a full house while the Yahtzee box is open",
        [noted("fours", 8)],
        "forced",
        five("full_house", 25),
        five("full_house", 0),
        ("score", "Five equal dice are worth 0 in Full house while Ana’s Yahtzee box is open: that is no joker yet."),
    ),
    (
        "a forced joker's 20 while fours is open",
        [NO_FIFTY, noted("sixes", 6)],
        "forced",
        five("chance", 20),
        five("chance", 30),
        ("score", "A joker must go to Fours first, which Ana still has open."),
    ),
    (
        "a forced joker in a lower box while no upper box is filled",
        [NO_FIFTY],
        "forced",
        five("large_straight", 40),
        five("sixes", 30),
        ("score", "A joker must go to its own number’s box first, and Ana has all six open."),
    ),
    (
        "a forced joker scratched in a lower box while no upper box is filled",
        [NO_FIFTY],
        "forced",
        five("large_straight", 0),
        noted("large_straight", 0),
        ("score", "A joker must go to its own number’s box first, and Ana has all six open."),
    ),
    (
        "a forced joker scratched in a lower box",
        [FIFTY, noted("fours", 8)],
        "forced",
        five("full_house", 0),
        five("full_house", 25),
        ("score", "A joker always brings points in Full house, and they cannot be scratched."),
    ),
    (
        "a forced joker scratched in an upper box while a lower one is open",
        [FIFTY, noted("fours", 8)],
        "forced",
        five("sixes", 0),
        noted("sixes", 0),
        ("score", "A joker goes to Sixes for 0 only when no lower box is open, and Ana still has one."),
    ),
    (
        "a forced joker scratched in an upper box while all six are open",
        NO_LOWER,
        "forced",
        five("sixes", 0),
        five("sixes", 30),
        ("score", "A joker must go to its own number’s box first, and Ana has all six open."),
    ),
    (
        "a free joker as a full house while no upper box is filled",
        [FIFTY],
        "free",
        five("full_house", 25),
        five("full_house", 0),
        (
            "score",
            "A joker is worth 25 in Full house only once its own number’s box is filled, and Ana has all six open.",
        ),
    ),
    (
        "a free joker worth 0 as a straight while every upper box is filled",
        [FIFTY, *NO_UPPER],
        "free",
        five("large_straight", 0),
        five("large_straight", 40),
        ("score", "A joker always brings points in Large straight, and they cannot be scratched."),
    ),
    (
        "a free joker scratched as chance",
        [NO_FIFTY],
        "free",
        five("chance", 0),
        five("chance", 5),
        ("score", "A joker always brings points in Chance, and they cannot be scratched."),
    ),
]
EACH = pytest.mark.parametrize(
    ("before", "rule", "impossible", "possible", "complaint"),
    [case[1:] for case in CANNOT_BE],
    ids=[case[0] for case in CANNOT_BE],
)


@EACH
def test_a_score_that_cannot_be_is_refused_with_the_reason(before, rule, impossible, possible, complaint):
    assert refusal(played(*before, impossible, seats=2, rule=rule)) == (len(before), *complaint)


@EACH
def test_its_nearest_neighbour_is_accepted(before, rule, impossible, possible, complaint):
    assert played(*before, possible, seats=2, rule=rule).problem is None


@pytest.mark.parametrize(
    ("before", "rule", "turn"),
    [
        ([NO_FIFTY, noted("fours", 8)], "forced", five("full_house", 25)),
        ([NO_FIFTY, noted("fours", 8)], "forced", five("chance", 20)),
        ([*NO_LOWER, noted("fours", 8)], "forced", five("sixes", 0)),
        ([NO_FIFTY, noted("fours", 8)], "free", five("full_house", 0)),
        ([NO_FIFTY, noted("fours", 8)], "free", five("full_house", 25)),
        ([NO_FIFTY], "free", five("sixes", 0)),
        ([], "forced", five("yahtzee", 0)),
    ],
)
def test_a_score_that_some_roll_gives_is_accepted(before, rule, turn):
    assert played(*before, turn, rule=rule).problem is None
