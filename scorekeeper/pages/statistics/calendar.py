"""Games a month as bars, and a year day by day, in the units of the drawings' viewBox."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import pgettext

from scorekeeper.formats import format_day
from scorekeeper.statistics.group import next_month

WIDTH, HEIGHT, TOP, FOOT, LEFT = 360, 130, 16, 20, 8
MONTHS = 24  # with more, labels name years
LABELS = 6

CELL, GAP, HEAD, WEEKDAYS = 11, 2, 14, 24  # HEAD: the height of months' names
EMPTY = 0.1  # the opacity of days without a game


class Bar(NamedTuple):
    """`title`: the month with its year. `label`: below the bar; "" where there is no room. `first`
    and `last`: where it begins and ends, as addresses have it.
    """

    x: float
    y: float
    width: float
    height: float
    number: int
    title: str
    label: str
    first: str
    last: str


@dataclass(frozen=True)
class Bars:
    bars: Sequence[Bar]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def foot(self) -> int:
        return self.height - FOOT

    @property
    def label_y(self) -> int:
        return self.height - 5


def days_of_month(month: date) -> tuple[str, str]:
    """Return the first and the last day, as addresses have them."""
    last = next_month(month) - timedelta(days=1)
    return month.isoformat(), last.isoformat()


def month_bars(months: Sequence[tuple[date, int]], bounds: tuple[str, str]) -> Bars:
    """`months`: the first day of each month, and its number of games.

    `bounds`: the times of the first and the last game. Games before and after them in the
    same month are not counted.
    """
    days = [month for month, _count in months]
    columns = columns_of([count for _month, count in months])
    return Bars(
        [
            Bar(*column, format_day(month, "month"), label, first, last)
            for month, column, label, (first, last) in zip(
                days, columns, labels_of(days), limits_of(days, bounds), strict=True
            )
        ]
    )


def labels_of(months: Sequence[date]) -> list[str]:
    """Label some of the months; if there are many, the Januaries only, with their years."""
    if len(months) <= MONTHS:
        every = -(-len(months) // LABELS)
        places = reversed(range(len(months)))
        return [
            date_format(month, "M") if place % every == 0 else ""
            for month, place in zip(months, places, strict=True)
        ]
    last = months[-1].year
    every = -(-(last - months[0].year) // LABELS)
    return [
        date_format(month, "Y") if month.month == 1 and (last - month.year) % every == 0 else ""
        for month in months
    ]


def limits_of(months: Sequence[date], bounds: tuple[str, str]) -> list[tuple[str, str]]:
    limits = list(map(days_of_month, months))
    if limits:
        limits[0] = bounds[0], limits[0][1]
        limits[-1] = limits[-1][0], bounds[1]
    return limits


def columns_of(counts: Sequence[int]) -> Iterator[tuple[float, float, float, float, int]]:
    """Yield each column as x, y, width, height and number."""
    step = (WIDTH - 2 * LEFT) / max(len(counts), 6)
    for place, count in enumerate(counts):
        height = round((HEIGHT - TOP - FOOT) * count / max(counts), 1)
        x, y = round(LEFT + step * (place + 0.15), 1), round(HEIGHT - FOOT - height, 1)
        yield x, y, round(step * 0.7, 1), height, count


class Days(NamedTuple):
    """Days with the same number of games, as one SVG path: a year may have hundreds of days. The
    more games, the less transparent.
    """

    opacity: float
    path: str


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
    weekdays: Sequence[tuple[str, int]]  # each with its y
    width: int = WEEKDAYS + 27 * (CELL + GAP)
    height: int = HEAD + 7 * (CELL + GAP)


@dataclass(frozen=True)
class Calendar:
    """A year in two halves, so that the days are large enough on a phone."""

    year: int
    halves: Sequence[HalfYear]
    number: int

    @property
    def months(self) -> list[Month]:
        return [month for half in self.halves for month in half.months]


def calendars(days: Mapping[date, int]) -> list[Calendar]:
    """One for each year with a game, the newest first. `days`: the games of each day."""
    years = sorted({day.year for day in days}, reverse=True)
    return [calendar(year, {d: n for d, n in days.items() if d.year == year}) for year in years]


def calendar(year: int, games_by_day: dict[date, int]) -> Calendar:
    halves = [half_year(year, first, games_by_day) for first in (1, 7)]
    return Calendar(year, halves, sum(games_by_day.values()))


def half_year(year: int, first: int, games_by_day: dict[date, int]) -> HalfYear:
    numbers = range(first, first + 6)
    paths = {EMPTY: "".join(square(*place_of(day)) for day in days_of(year, first))}
    for day, number in sorted(games_by_day.items()):
        if day.month in numbers:
            opacity = min(0.35 + number / 5, 1)
            paths[opacity] = paths.get(opacity, "") + square(*place_of(day))
    days = [Days(*item) for item in sorted(paths.items())]
    months = [month_of(date(year, number, 1), games_by_day) for number in numbers]
    return HalfYear(days, months, weekdays())


def weekdays() -> list[tuple[str, int]]:
    # Translators: short names of the days of the week, beside the rows of a calendar.
    names = pgettext("beside rows", "Mon Tue Wed Thu Fri Sat Sun").split()
    return [(name, HEAD + place * (CELL + GAP) + 9) for place, name in enumerate(names)]


def days_of(year: int, first: int) -> list[date]:
    """Return the days of half a year, from its first month on."""
    start = date(year, first, 1)
    end = date(year + first // 7, 7 if first == 1 else 1, 1)
    return [start + timedelta(days=n) for n in range((end - start).days)]


def square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"


def month_of(first: date, games_by_day: dict[date, int]) -> Month:
    games = sum(number for day, number in games_by_day.items() if day.month == first.month)
    title, label = format_day(first, "month"), date_format(first, "M")
    return Month(title, label, place_of(first)[0], games, *days_of_month(first))


def place_of(day: date) -> tuple[int, int]:
    """Return the coordinates of the day's cell in its half of the year."""
    first = date(day.year, 1 if day.month < 7 else 7, 1)
    monday = first - timedelta(days=first.weekday())
    week, weekday = divmod((day - monday).days, 7)
    return WEEKDAYS + week * (CELL + GAP), HEAD + weekday * (CELL + GAP)
