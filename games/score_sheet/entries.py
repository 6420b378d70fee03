"""The entries of a score sheet: a row for all players, or the open rows of one player."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.contract import Seat


@dataclass(frozen=True, slots=True)
class RowEntry:
    """A row of all players. A player who is left out has 0."""

    row: str
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """All rows of a player that are still open. A row that is left out has 0."""

    player: Seat
    counts: Mapping[str, int]


Entry = RowEntry | PlayerEntry
