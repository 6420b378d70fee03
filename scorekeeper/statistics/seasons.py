"""Seasons: the evenings that began within some days, and their league table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.timezone import localdate

from scorekeeper.models import Scale, Season
from scorekeeper.statistics.evenings import Evening, evenings_of
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.league_tables import (
    Score,
    parse_points,
    points_table,
    rating_table,
    wins_table,
)
from scorekeeper.statistics.plays import Play, bounds


@dataclass(frozen=True)
class SeasonFigures:
    """`evenings`: the first one first."""

    evenings: Sequence[Evening]
    table: Sequence[Score]

    @cached_property
    def plays(self) -> list[Play]:
        return [play for evening in self.evenings for play in evening.plays]

    @cached_property
    def counted(self) -> int:
        return sum(play.counts for play in self.plays)

    @property
    def bounds(self) -> tuple[str, str]:
        return bounds(self.plays)


def season_figures(history: GroupHistory, season: Season) -> SeasonFigures:
    key = "season", season.first_day, season.last_day, season.scale, season.points
    return history.once(key, lambda: compute(history, season))


def compute(history: GroupHistory, season: Season) -> SeasonFigures:
    days = season.first_day, season.last_day
    evenings = [one for one in evenings_of(history) if is_between(localdate(one.began_at), *days)]
    plays = [play for evening in evenings for play in evening.plays]
    return SeasonFigures(evenings, table_of(plays, season))


def table_of(plays: Sequence[Play], season: Season) -> list[Score]:
    if season.scale == Scale.PLACES:
        return points_table(plays, parse_points(season.points) or ())
    return rating_table(plays) if season.scale == Scale.RATING else wins_table(plays)


def is_between(day: date, first: date, last: date | None) -> bool:
    return first <= day and (last is None or day <= last)
