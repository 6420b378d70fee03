"""Evenings: games that lie less than six hours apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Play, bounds


@dataclass(frozen=True)
class Evening:
    """`plays`: all that were finished, the first played first; at least one."""

    plays: Sequence[Play]

    @property
    def pk(self) -> int:
        """The key of the first game, which names the evening in addresses."""
        return self.plays[0].pk

    @property
    def began_at(self) -> datetime:
        """The time when its first game began, even if another one beside it ended first."""
        return min(play.began_at for play in self.plays)

    @property
    def ended_at(self) -> datetime:
        return self.plays[-1].played_at

    @property
    def duration(self) -> timedelta:
        return self.ended_at - self.began_at

    @property
    def bounds(self) -> tuple[str, str]:
        return bounds(self.plays)

    @property
    def players(self) -> list[int]:
        """Everyone who came, in the order in which they sat down."""
        return list(dict.fromkeys(place.player for play in self.plays for place in play.places))


def evenings(plays: Iterable[Play]) -> list[Evening]:
    """All evenings of these plays, which come in the order of play.

    Games may be played side by side, and a later one may have begun before an earlier one: no
    evening ends while one of them goes on.
    """
    plays = list(plays)
    begins = list(accumulate((play.began_at for play in reversed(plays)), min))[::-1]
    runs: list[list[Play]] = []
    for play, next_begin in zip(plays, begins, strict=True):
        if runs and next_begin - runs[-1][-1].played_at < EVENING_BREAK:
            runs[-1].append(play)
        else:
            runs.append([play])
    return [Evening(run) for run in runs]


@cached_with_history
def evenings_of(history: GroupHistory) -> list[Evening]:
    """All of a group, the first one first."""
    return evenings(history.plays)


@cached_with_history
def places_of_plays(history: GroupHistory) -> dict[int, int]:
    """Return the place of each play's evening among all evenings, by the key of the play."""
    by_place = enumerate(evenings_of(history))
    return {play.pk: place for place, evening in by_place for play in evening.plays}
