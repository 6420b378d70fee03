"""The thirteen boxes, and what five dice are worth in each while no joker is about."""

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

NUMBER: dict[Box, int] = dict(zip(UPPER, FACES, strict=True))
"""The number that an upper box counts."""

FIXED: dict[Box, int] = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}
"""What the boxes are worth that do not add up dice."""

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, 5))
"""All 252 rolls, each in ascending order."""

SHORT_RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


def matching(number: int) -> Box:
    """The upper box of this number."""
    return UPPER[number - 1]


@cache
def yahtzee_of(dice: Dice) -> int:
    """The number that all five dice show, or 0 if they differ. Raises Impossible for what is no roll."""
    if len(dice) != 5:
        raise Impossible("dice", _("A roll has 5 dice, not %(count)s.", count=len(dice)))
    for die in dice:
        if die not in FACES:
            raise Impossible("dice", _("A die shows 1 to 6, not %(number)s.", number=die))
    return dice[0] if len(set(dice)) == 1 else 0


def worth(box: Box, dice: Dice) -> int:
    """What a roll is worth in a box. Five equal dice are no full house: that takes two numbers, as section c has it."""
    return _worth(box, tuple(sorted(dice)))


@cache
def _worth(box: Box, dice: Dice) -> int:
    """Kept for good, so only for the 252 rolls in order: there are 7776 out of order."""
    if box in NUMBER:
        return NUMBER[box] * dice.count(NUMBER[box])
    if box in FIXED:
        return FIXED[box] if _shows(box, dice) else 0
    return sum(dice) if most_alike(dice) >= ALIKE[box] else 0


ALIKE: dict[Box, int] = {"three_of_a_kind": 3, "four_of_a_kind": 4, "chance": 1}
"""How many dice must be alike for all five to be added up."""


def most_alike(dice: Dice) -> int:
    return max(map(dice.count, dice))


def _shows(box: Box, dice: Dice) -> bool:
    shown = set(dice)
    if box == "full_house":
        return len(shown) == 2 and most_alike(dice) == 3
    if box == "small_straight":
        return any(run <= shown for run in SHORT_RUNS)
    if box == "large_straight":
        return shown in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
    return len(shown) == 1
