"""A year of games, day by day, in the units of the drawing's viewBox."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import pgettext

from scorekeeper.formats import format_day
from scorekeeper.pages.statistics.bars import last_day
from scorekeeper.statistics.plays import Play

CELL, GAP, LABELS, WEEKDAYS = 11, 2, 14, 24  # LABELS: the height of months' names
EMPTY = 0.1  # the opacity of days without a game


class Days(NamedTuple):
    """Days with the same number of games, as one SVG path: a year may have hundreds of days. The
    more games, the less transparent.
    """

    opacity: float
    path: str


class Weekday(NamedTuple):
    """The name of a row."""

    label: str
    y: int


class Month(NamedTuple):
    """`first` and `last`: its days, as addresses have them."""

    title: str
    label: str
    x: int
    number: int
    first: str
    last: str


@dataclass(frozen=True)
class HalfYear:
    """One column a week, from Monday at the top."""

    days: Sequence[Days]
    months: Sequence[Month]
    weekdays: Sequence[Weekday]
    width: int = WEEKDAYS + 27 * (CELL + GAP)
    height: int = LABELS + 7 * (CELL + GAP)


@dataclass(frozen=True)
class Calendar:
    """A year in two halves, so that the days are large enough on a phone."""

    year: int
    halves: Sequence[HalfYear]
    number: int

    @property
    def months(self) -> list[Month]:
        return [month for half in self.halves for month in half.months]


def calendars(plays: Sequence[Play]) -> list[Calendar]:
    """One for each year with a game, the newest first."""
    days = Counter(play.day for play in plays)
    years = sorted({day.year for day in days}, reverse=True)
    return [calendar(year, {d: n for d, n in days.items() if d.year == year}) for year in years]


def calendar(year: int, played: dict[date, int]) -> Calendar:
    halves = [half_year(year, first, played) for first in (1, 7)]
    return Calendar(year, halves, sum(played.values()))


def half_year(year: int, first: int, played: dict[date, int]) -> HalfYear:
    """`first`: its first month."""
    months = range(first, first + 6)
    paths = {EMPTY: "".join(square(*place_of(day)) for day in days_of(year, first))}
    for day, number in sorted(played.items()):
        if day.month in months:
            opacity = min(0.35 + number / 5, 1)
            paths[opacity] = paths.get(opacity, "") + square(*place_of(day))
    days = [Days(*item) for item in sorted(paths.items())]
    named = [month_of(date(year, number, 1), played) for number in months]
    return HalfYear(days, named, weekdays())


def weekdays() -> list[Weekday]:
    # Translators: short names of the days of the week, beside the rows of a calendar.
    names = pgettext("beside rows", "Mon Tue Wed Thu Fri Sat Sun").split()
    return [Weekday(name, LABELS + place * (CELL + GAP) + 9) for place, name in enumerate(names)]


def days_of(year: int, first: int) -> list[date]:
    """Return the days of half a year, from its first month on."""
    start = date(year, first, 1)
    end = date(year + first // 7, 7 if first == 1 else 1, 1)
    return [start + timedelta(days=n) for n in range((end - start).days)]


def square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"


def month_of(first: date, played: dict[date, int]) -> Month:
    games = sum(number for day, number in played.items() if day.month == first.month)
    days = first.isoformat(), last_day(first).isoformat()
    title, label = format_day(first, "month"), date_format(first, "M")
    return Month(title, label, place_of(first)[0], games, *days)


def place_of(day: date) -> tuple[int, int]:
    """Return the coordinates of the day's cell in its half of the year."""
    first = date(day.year, 1 if day.month < 7 else 7, 1)
    monday = first - timedelta(days=first.weekday())
    week, weekday = divmod((day - monday).days, 7)
    return WEEKDAYS + week * (CELL + GAP), LABELS + weekday * (CELL + GAP)
