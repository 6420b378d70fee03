"""A model of Yahtzee for the tests: the rules as tables, not the code of the game."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
SUM_BOXES = ["three_of_a_kind", "four_of_a_kind", "chance"]
PATTERN_BOXES = ["full_house", "small_straight", "large_straight"]
LOWER = [*SUM_BOXES, *PATTERN_BOXES, "yahtzee"]
BOXES = [*UPPER, *LOWER]
ROLLS = list(combinations_with_replacement(range(1, 7), 5))

PAYING_BOXES = {
    "11111": [],
    "2111": [],
    "221": [],
    "311": ["three_of_a_kind"],
    "32": ["three_of_a_kind", "full_house"],
    "41": ["three_of_a_kind", "four_of_a_kind"],
    "5": ["three_of_a_kind", "four_of_a_kind", "yahtzee"],
}
"""Which boxes pay by the numbers of equal dice: "32" is three of one number and two of another."""

RUNS = {"small_straight": ["1234", "2345", "3456"], "large_straight": ["12345", "23456"]}
FULL_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}

JOKER_TABLE = """
    rule    own     lower   goes to   brings
    forced  open    some    own       sum
    forced  open    none    own       sum
    forced  open    some    upper     refused
    forced  open    none    upper     refused
    forced  open    some    sums      refused
    forced  open    some    patterns  refused
    forced  filled  some    upper     refused
    forced  filled  none    upper     zero
    forced  filled  some    sums      sum
    forced  filled  some    patterns  full
    free    open    some    own       sum
    free    open    none    own       sum
    free    open    some    upper     zero
    free    open    none    upper     zero
    free    open    some    sums      sum
    free    open    some    patterns  zero
    free    filled  some    upper     zero
    free    filled  none    upper     zero
    free    filled  some    sums      sum
    free    filled  some    patterns  full
"""
"""The score of a joker. `own`: the box of its number. `lower`: how many lower boxes are open."""

JOKERS = {tuple(row[:4]): row[4] for row in map(str.split, JOKER_TABLE.split("\n")[2:-1])}


@cache
def plain_points(box, roll):
    """Return what a roll is worth in a box if it is not a joker."""
    if box in UPPER:
        return sum(die for die in roll if die == UPPER.index(box) + 1)
    counts = "".join(map(str, sorted(Counter(roll).values(), reverse=True)))
    numbers = "".join(map(str, sorted(set(roll))))
    if box == "chance":
        return sum(roll)
    if box in RUNS:
        return FULL_POINTS[box] if any(run in numbers for run in RUNS[box]) else 0
    return FULL_POINTS.get(box, sum(roll)) if box in PAYING_BOXES[counts] else 0


def joker_points(rule, filled, box, roll):
    """Return what a joker is worth in an open box; None if it may not go there."""
    own = UPPER[roll[0] - 1]
    target = (
        "own"
        if box == own
        else "upper"
        if box in UPPER
        else "sums"
        if box in SUM_BOXES
        else "patterns"
    )
    lower = "none" if set(LOWER) <= set(filled) else "some"
    brings = JOKERS[rule, "filled" if own in filled else "open", lower, target]
    return {"refused": None, "zero": 0, "sum": sum(roll), "full": FULL_POINTS.get(box)}[brings]


def points_and_bonus(rule, filled, box, roll):
    """Return what a roll is worth in an open box, and its bonus; None if it may not go there."""
    if len(set(roll)) > 1 or "yahtzee" not in filled:
        return plain_points(box, roll), 0
    points = joker_points(rule, filled, box, roll)
    return None if points is None else (points, 100 if filled["yahtzee"] else 0)
