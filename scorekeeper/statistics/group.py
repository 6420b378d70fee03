"""The statistics of a group: of a period, or of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import starmap
from statistics import median
from typing import NamedTuple

from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.periods import Period, Span
from scorekeeper.statistics.plays import Family, Play, group_plays
from scorekeeper.statistics.records import Record, kinds_of, records
from scorekeeper.statistics.wins import Wins, league


@dataclass(frozen=True)
class FamilyPlays:
    """The plays of a family that were not ended early, the first played first; at least one."""

    family: Family
    plays: Sequence[Play]

    @cached_property
    def duration(self) -> timedelta | None:
        """The usual duration of a game; None if nobody knows."""
        seconds = [play.duration.total_seconds() for play in self.plays if play.duration]
        return timedelta(seconds=median(seconds)) if seconds else None


class KindPlays(NamedTuple):
    """Plays of a family whose totals compare, and their records."""

    plays: Sequence[Play]
    records: Sequence[Record]


def families_of(plays: Iterable[Play]) -> list[FamilyPlays]:
    """The family played most first."""
    complete = (play for play in plays if not play.ended_early)
    return list(starmap(FamilyPlays, group_plays(complete, lambda play: play.family).items()))


def h_index(families: Iterable[FamilyPlays]) -> int:
    """The largest h for which h games were played h times or more."""
    counts = sorted((len(one.plays) for one in families), reverse=True)
    return sum(count >= place for place, count in enumerate(counts, 1))


def plays_by_month(plays: Sequence[Play]) -> list[tuple[date, int]]:
    """The first day of each month from the first play to the last, and how many were played."""
    counts = Counter(play.day.replace(day=1) for play in plays)
    month, last = min(counts, default=None), max(counts, default=None)
    months = []
    while month and last and month <= last:
        months.append((month, counts[month]))
        month = next_month(month)
    return months


def next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


class GroupFigures:
    """The statistics of some plays of a group. Each is computed when it is first used."""

    def __init__(self, plays: Sequence[Play]) -> None:
        self.plays = plays

    @cached_property
    def league(self) -> list[Wins]:
        return league(self.plays)

    @cached_property
    def families(self) -> list[FamilyPlays]:
        return families_of(self.plays)

    @cached_property
    def months(self) -> list[tuple[date, int]]:
        return plays_by_month([play for play in self.plays if not play.ended_early])

    @cached_property
    def kinds(self) -> list[KindPlays]:
        """The kinds of the plays that compare; the kind played most comes first."""
        return [KindPlays(plays, records(plays)) for plays in kinds_of(self.plays).values()]


def period_figures(history: GroupHistory, period: Period) -> GroupFigures:
    """Kept for the few periods that the page offers, not for any two days that somebody enters."""
    if period.span == Span.DATES:
        return GroupFigures(period.select(history.plays))
    key = "period", period.span, period.days
    return history.compute_once(key, lambda: GroupFigures(period.select(history.plays)))


def family_figures(history: GroupHistory, family: Family) -> GroupFigures:
    if not (plays := history.families.get(family)):
        return GroupFigures([])
    return history.compute_once(("family", family), lambda: GroupFigures(plays))


@cached_with_history
def group_records(history: GroupHistory) -> list[Record]:
    """Return the records of each kind that the group has played, most played first."""
    return [one for plays in kinds_of(history.plays).values() for one in records(plays)]
