"""A summary of totals: best, mean, median, spread, last."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median, stdev

from scorekeeper.statistics.plays import Play


@dataclass(frozen=True)
class Totals:
    """A player's totals in games of one kind, the first played first; at least one."""

    player: int
    plays: Sequence[Play]

    @cached_property
    def values(self) -> list[int]:
        return [play.place_of(self.player).total for play in self.plays]

    @property
    def kind(self) -> str:
        return self.plays[0].kind

    @property
    def best_play(self) -> Play:
        """The first one with the best total."""
        return self.plays[self.values.index(self.best)]

    @property
    def best(self) -> int:
        return min(self.values) if self.plays[0].lowest_wins else max(self.values)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def spread(self) -> float | None:
        """The standard deviation; None for a single total."""
        return stdev(self.values) if len(self.values) > 1 else None

    @property
    def last(self) -> int:
        return self.values[-1]

    @property
    def last_play(self) -> Play:
        return self.plays[-1]
