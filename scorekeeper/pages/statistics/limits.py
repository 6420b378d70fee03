"""How much a page of statistics lists at most: an import may bring thousands of titles and players.

Figures of the whole group count all of them.
"""

from collections.abc import Sequence
from typing import TypeVar

MOST_GAMES = 100  # families, and games of an evening
MOST_PLAYERS = 200
MOST_RECORDS = 100
MOST_LINES = 100  # of a card
MOST_FIGURES = 200  # that a game counts: a score sheet has one for each name of a row
MOST_KINDS = 50  # of a family, with up to six records each

Item = TypeVar("Item")


def split(items: Sequence[Item], most: int) -> tuple[Sequence[Item], int]:
    """Return the first items, and how many more there are."""
    return items[:most], max(len(items) - most, 0)
