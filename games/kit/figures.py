"""Counts what is worth remembering of each player (see games/contract/figures.py)."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from games.contract import Counted, Figure, Figures, Measure, Scoreboard, Setup

Entry = TypeVar("Entry")


def counted_entries(entries: Sequence[Entry], board: Scoreboard) -> list[Entry]:
    pairs = zip(entries, board.results, strict=True)
    return [entry for entry, result in pairs if not result.problem]


def turn_figures(**figures: tuple[Figure, Callable[[Any], bool]]) -> Figures:
    """Return figures of turns, each an entry of its `player`: in how many something was so.

    For each key: the figure, a SHARE of the player's turns or a COUNT, and what must be so.
    """

    def count(setup: Setup[Any], entries: Sequence[Any], board: Scoreboard) -> list[list[Counted]]:
        turns = counted_entries(entries, board)
        return [
            [
                count_turns(key, figure, [predicate(turn) for turn in turns if turn.player == seat])
                for key, (figure, predicate) in figures.items()
                if any(turn.player == seat for turn in turns)
            ]
            for seat in range(setup.seats)
        ]

    return Figures({key: figure for key, (figure, _predicate) in figures.items()}, count)


def count_turns(key: str, figure: Figure, turns: Sequence[bool]) -> Counted:
    return Counted(key, sum(turns), len(turns) if figure.measure is Measure.SHARE else 0)


def share_of(key: str, chances: Sequence[bool], detail: str = "") -> tuple[Counted, ...]:
    """Return how many of these chances were taken; nothing if there was none."""
    return (Counted(key, sum(chances), len(chances), detail),) if chances else ()
