"""A player's figures for statistics, from the score card."""

from collections.abc import Iterator, Sequence
from typing import cast

from games.contract import Counted, Figure, Measure, Text
from games.contract import gettext as _
from games.kit.figures import share_of
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import Box, yahtzee_number
from games.yahtzee.card import Card
from games.yahtzee.turn import Turn

YAHTZEES, UPPER_BONUS, BOX = "yahtzees", "upper_bonus", "box"


def box_title(box: str) -> Text:
    return BOX_TITLES[cast(Box, box)]


KINDS = {
    YAHTZEES: Figure(_("Yahtzees rolled")),
    UPPER_BONUS: Figure(_("Upper bonus"), Measure.SHARE),
    BOX: Figure(_("Points by box"), Measure.POINTS, box_title),
}


def card_figures(card: Card, turns: Sequence[Turn]) -> Iterator[Counted]:
    """Yield the figures of a card that these turns filled.

    In a game ended early the upper bonus may be undecided: then it was not a chance.
    """
    if not turns:
        return
    yield Counted(YAHTZEES, sum([is_yahtzee(turn) for turn in turns]))
    decided = card.upper_bonus > 0 or not card.upper_bonus_possible
    yield from share_of(UPPER_BONUS, [card.upper_bonus > 0] if decided else [])
    for box, points in card.boxes.items():
        if points is not None:
            yield Counted(BOX, points, detail=box)


def is_yahtzee(turn: Turn) -> bool:
    """Return whether the roll was a Yahtzee, in whatever box, as far as the table said so."""
    return turn.rolled_yahtzee or (turn.dice is not None and yahtzee_number(turn.dice) > 0)
