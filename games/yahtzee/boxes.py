"""The thirteen boxes, and what five dice are worth in each, apart from jokers."""

from functools import cache
from itertools import combinations_with_replacement
from typing import Literal, get_args

from games.contract import Impossible
from games.contract import gettext as _

Box = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
]
Dice = tuple[int, ...]

BOXES: tuple[Box, ...] = get_args(Box)
UPPER, LOWER = BOXES[:6], BOXES[6:]
FACES = range(1, 7)

UPPER_NUMBER: dict[Box, int] = dict(zip(UPPER, FACES, strict=True))
"""The number that an upper box counts."""

FIXED_POINTS: dict[Box, int] = {
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 40,
    "yahtzee": 50,
}
"""The points of boxes that do not add up dice."""

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, 5))
"""All 252 rolls, each in ascending order."""

SHORT_RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


def upper_box(number: int) -> Box:
    """Return the upper box that counts this number."""
    return UPPER[number - 1]


@cache
def yahtzee_number(dice: Dice) -> int:
    """Return the number that all five dice show, or 0 if they differ. Raises Impossible."""
    if len(dice) != 5:
        raise Impossible("dice", _("A roll has 5 dice, not %(count)s.", count=len(dice)))
    for die in dice:
        if die not in FACES:
            raise Impossible("dice", _("A die shows 1 to 6, not %(number)s.", number=die))
    return dice[0] if len(set(dice)) == 1 else 0


def roll_points(box: Box, dice: Dice) -> int:
    """Return what a roll is worth in a box.

    Five equal dice are not a full house: section c of the rulebook asks for two numbers.
    """
    return _roll_points(box, tuple(sorted(dice)))


@cache
def _roll_points(box: Box, dice: Dice) -> int:
    """Take sorted dice, because the cache never expires: 252 rolls instead of 7776."""
    if box in UPPER_NUMBER:
        return UPPER_NUMBER[box] * dice.count(UPPER_NUMBER[box])
    if box in FIXED_POINTS:
        return FIXED_POINTS[box] if _has_pattern(box, dice) else 0
    return sum(dice) if max_alike(dice) >= MIN_ALIKE[box] else 0


MIN_ALIKE: dict[Box, int] = {"three_of_a_kind": 3, "four_of_a_kind": 4, "chance": 1}
"""The number of dice that must be alike for the box to add up all five."""


def max_alike(dice: Dice) -> int:
    return max(map(dice.count, dice))


def _has_pattern(box: Box, dice: Dice) -> bool:
    numbers = set(dice)
    if box == "full_house":
        return len(numbers) == 2 and max_alike(dice) == 3
    if box == "small_straight":
        return any(run <= numbers for run in SHORT_RUNS)
    if box == "large_straight":
        return numbers in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
    return len(numbers) == 1
