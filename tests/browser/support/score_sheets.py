"""Finished and running score sheets."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.models import GameSession, Group
from tests.browser.support.games_played import game_with

NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")
TWELVE: list[dict[str, Any]] = [
    {"name": "Military", "least": -6, "most": 18},
    {"name": "Coins", "divide": 3, "least": 0},
    {"name": "Wonder"},
    {"name": "Civilian structures"},
    {"name": "Science"},
    {"name": "Commerce"},
    {"name": "Guilds"},
    {"name": "Leaders", "times": 2},
    {"name": "Cities"},
    {"name": "Debts", "times": -1, "least": 0},
    {"name": "Fleet", "times": 2, "divide": 3},
    {"name": "Islands"},
]


def sheet_row(row: str, *counts: int) -> dict[str, Any]:
    """A row: a count per seat."""
    return {"row": row, "counts": {str(seat): count for seat, count in enumerate(counts)}}


def sheet_game(
    played: Iterable[dict[str, Any]] = (),
    names: Sequence[str] = NAMES,
    group: Group | None = None,
    rows: Sequence[dict[str, Any]] = TWELVE,
    **options: Any,
) -> GameSession:
    settings = {"title": "", "lowest_wins": False, "rows": list(rows), **options}
    return game_with("score_sheet", played, names, group, settings)
