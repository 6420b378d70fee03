"""Jokers: where a Yahtzee may go once the Yahtzee box is filled, and what it is worth there.

The source is the Korean rulebook, sections h and i, whose rule is "forced". The variant "free" lets
a joker go anywhere.
"""

from typing import Literal

from games.contract import Text
from games.contract import gettext as _
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import (
    FACES,
    FIXED_POINTS,
    LOWER,
    UPPER_NUMBER,
    Box,
    roll_points,
    upper_box,
)
from games.yahtzee.card import YAHTZEE_BONUS, Card

JokerRule = Literal["forced", "free"]


def is_joker(card: Card, number: int) -> bool:
    """Return whether a roll is a joker; `number` is the one on all five dice, or 0."""
    return number > 0 and "yahtzee" in card.scores


def yahtzee_bonus(card: Card) -> int:
    """Return what a further Yahtzee earns in any box: 100 after a 50 in the Yahtzee box, else 0."""
    return YAHTZEE_BONUS if card.scores.get("yahtzee") else 0


def joker_points(card: Card, box: Box, number: int) -> int:
    """Return what five of this number are worth in a box that takes the joker, under either rule.

    They are a full house or a straight only if the box of their own number is filled.
    """
    if box in FIXED_POINTS and upper_box(number) in card.scores:
        return FIXED_POINTS[box]
    return roll_points(box, (number,) * 5)


def joker_refusal(card: Card, box: Box, number: int, rule: JokerRule) -> Text | None:
    """Return why a joker of this number may not go to this open box; None if it may.

    A forced joker goes to the box of its own number; if that is filled, to any lower box; and only
    if those are filled, to an upper box, for 0.
    """
    if rule == "free" or box == upper_box(number):
        return None
    if upper_box(number) not in card.scores:
        own = BOX_TITLES[upper_box(number)]
        return _(
            "%(player)s’s %(box)s box is open, so the joker must go there.",
            box=own,
            player=card.player,
        )
    if box in UPPER_NUMBER and has_open_lower_box(card):
        return _(
            "%(own)s is filled and %(player)s has a lower box open, so the joker"
            " must go there, not to %(box)s.",
            own=BOX_TITLES[upper_box(number)],
            box=BOX_TITLES[box],
            player=card.player,
        )
    return None


def worthless_joker_reason(card: Card, box: Box, number: int) -> Text | None:
    """Return why a joker that may go to this open box is worth 0 there; None if it is not."""
    own = upper_box(number)
    if box not in FIXED_POINTS or own in card.scores:
        return None
    return _(
        "While %(player)s’s %(box)s box is open, a joker scores 0 as a full house or straight.",
        player=card.player,
        box=BOX_TITLES[own],
    )


def has_open_lower_box(card: Card) -> bool:
    return any(box not in card.scores for box in LOWER)


def joker_numbers(card: Card, box: Box, rule: JokerRule) -> list[int]:
    """Return the numbers of the jokers that may go to this open box."""
    return [number for number in FACES if not joker_refusal(card, box, number, rule)]
