"""Jokers: where a Yahtzee may go once the Yahtzee box is filled, and what it is worth there.

The Korean rulebook, sections h and i. Forced is its rule; free is the variant in which a joker may go anywhere.
"""

from typing import Literal

from games.contract import Text
from games.contract import gettext as _
from games.yahtzee.boxes import FACES, FIXED, LOWER, NUMBER, Box, matching, worth
from games.yahtzee.card import YAHTZEE_BONUS, Card
from games.yahtzee.names import TITLES

JokerRule = Literal["forced", "free"]


def is_joker(card: Card, number: int) -> bool:
    """Whether a roll is one; `number` is what its five dice all show, 0 if they differ."""
    return number > 0 and "yahtzee" in card.filled


def yahtzee_bonus(card: Card) -> int:
    """What a Yahtzee earns beside its box, wherever it goes: 100 after a 50 in the Yahtzee box, nothing after a 0."""
    return YAHTZEE_BONUS if card.filled.get("yahtzee") else 0


def joker_worth(card: Card, box: Box, number: int) -> int:
    """What five of this number are worth in a box where a joker may go, under either rule.

    It stands for a full house or a straight only when the box of its own number is filled.
    """
    if box in FIXED and matching(number) in card.filled:
        return FIXED[box]
    return worth(box, (number,) * 5)


def forbidden(card: Card, box: Box, number: int, rule: JokerRule) -> Text | None:
    """Why a joker of this number may not go to this open box; None if it may.

    Forced: its own number's box first, then any lower box, and an upper box for 0 only when nothing else is open.
    """
    if rule == "free" or box == matching(number):
        return None
    if matching(number) not in card.filled:
        own = TITLES[matching(number)]
        return _("A joker must go to %(box)s first, which %(player)s still has open.", box=own, player=card.player)
    if box in NUMBER and lower_open(card):
        return _(
            "With %(own)s filled, a joker must go to a lower box before %(box)s, and %(player)s still has one open.",
            own=TITLES[matching(number)],
            box=TITLES[box],
            player=card.player,
        )
    return None


def unpaid(card: Card, box: Box, number: int) -> Text | None:
    """Why a joker of this number that may go to this open box is worth nothing there; None if it is."""
    own = matching(number)
    if box not in FIXED or own in card.filled:
        return None
    return _(
        "While %(player)s has %(box)s open, a joker is no full house and no straight.",
        player=card.player,
        box=TITLES[own],
    )


def lower_open(card: Card) -> bool:
    return any(box not in card.filled for box in LOWER)


def possible_numbers(card: Card, box: Box, rule: JokerRule) -> list[int]:
    """Which numbers a joker can show that goes to this open box."""
    return [number for number in FACES if not forbidden(card, box, number, rule)]
