"""How long games take with so many players, and when each was last played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from statistics import median

from scorekeeper.statistics.plays import Family, likely_duration
from scorekeeper.tables.finished.recent_games import RecentGame
from scorekeeper.tables.kinds import fold_title

FEWEST_TIMED = 3
"""The fewest timed games of a family with as many players that say how long it takes."""

Durations = Mapping[tuple[Family, int], timedelta]
"""The usual duration of a family with so many players, if enough of its games were timed."""


def usual_durations(games: Iterable[RecentGame]) -> Durations:
    """Return the medians of games that were played to their end."""
    seconds: dict[tuple[Family, int], list[float]] = {}
    for one in games:
        if not (one.finished_at and one.players) or one.ended_early:
            continue
        if duration := likely_duration(one.started_at, one.finished_at):
            seconds.setdefault((family_of(one), one.players), []).append(duration.total_seconds())
    return {
        key: timedelta(seconds=median(values))
        for key, values in seconds.items()
        if len(values) >= FEWEST_TIMED
    }


def family_of(game: RecentGame) -> Family:
    return Family(game.game, fold_title(game.title))


def last_games(newest_first: Iterable[RecentGame]) -> list[tuple[Family, RecentGame]]:
    """Return the last finished game of each family, the one played longest ago first.

    A page that shows them changes with the finished games of the group.
    """
    last: dict[Family, RecentGame] = {}
    for one in newest_first:
        if one.finished_at:
            last.setdefault(family_of(one), one)
    return list(reversed(last.items()))
