"""Games a month as bars, in the units of the drawing's viewBox."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format

from scorekeeper.formats import format_day
from scorekeeper.statistics.group import next_month

WIDTH, HEIGHT, TOP, FOOT, LEFT = 360, 130, 16, 20, 8
MONTHS = 24  # with more, labels name years
LABELS = 6


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


def last_day(month: date) -> date:
    return next_month(month) - timedelta(days=1)


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
    """A short month each, or where there are many the year below each January; few of them."""
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
    limits = [(month.isoformat(), last_day(month).isoformat()) for month in months]
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
