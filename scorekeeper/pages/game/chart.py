"""The totals over time as a line chart, in the units of its viewBox."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import count, pairwise
from typing import Generic, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import gettext

from scorekeeper.formats import short_names
from scorekeeper.models.marks import MARKS, shape_of
from scorekeeper.pages.game.fragments import keep_fragment
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table

TOP, BOTTOM = 16, 24  # margins for the labels
LETTERS = 8  # of a name at the end of its curve
COLUMNS = 120  # the stretches of rounds in which a long game is drawn
LEVELS = 6  # grid lines at most
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-5l5 5-5 5-5-5z",
    "M-4.4-2.2L0-4.6l4.4 2.4v4.4L0 4.6l-4.4-2.4z",
    "M-4-4h4a4 4 0 0 1 4 4v4h-4a4 4 0 0 1-4-4z",
    "M-4 4v-4a4 4 0 0 1 8 0v4z",
)  # the same as the players' tokens
SHAPE_OF_MARK = [SHAPES[shape_of(mark)] for mark in MARKS]


def briefly(number: int) -> str:
    """A grid line's number in little room: 200k, −5M."""
    # Translators: thousands and millions on the axis of a chart, as short as can be.
    for thousands, text in ((10**6, gettext("%(n)sM")), (10**3, gettext("%(n)sk"))):
        if abs(number) >= 10**5 and number % thousands == 0:
            return (text % {"n": number // thousands}).replace("-", "−")
    return str(number).replace("-", "−")


class Paper(NamedTuple):
    """The size of the drawing. The smaller it is, the larger its letters are on the screen."""

    width: int
    height: int
    right: int  # room for the names
    apart: int  # between two names
    digit: float  # the width of a digit
    rounds: int  # labels below, at most
    names: int  # with more players, none is named


PAGE = Paper(360, 220, right=74, apart=13, digit=6.3, rounds=7, names=20)
SCREEN = Paper(280, 250, right=104, apart=16, digit=8.2, rounds=4, names=12)


Label = TypeVar("Label", int, str)


class Tick(NamedTuple, Generic[Label]):
    at: float
    label: Label


class Labels:
    """The label of each round, computed on demand."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.rounds = rounds

    def __len__(self) -> int:
        return len(self.rounds)

    def __getitem__(self, place: int) -> str:
        return self.rounds[place].label


class Curve(NamedTuple):
    mark: int
    name: str
    label: str
    points: str
    shape: str
    label_y: float
    total: int


@dataclass(frozen=True)
class Chart:
    """`totals` has one row a round, in seat order; `labels` has one label a round."""

    names: Sequence[str]
    marks: Sequence[int]
    totals: Sequence[Sequence[int]]
    target: int | None
    labels: Sequence[str] | Labels
    paper: Paper = PAGE

    @property
    def has_names(self) -> bool:
        return len(self.names) <= self.paper.names

    @property
    def width(self) -> int:
        return self.paper.width

    @cached_property
    def height(self) -> int:
        """The height of the drawing; above the paper's if the names of a large table need it."""
        return max(
            self.paper.height,
            TOP + self.paper.apart * (len(self.names) - 1) + BOTTOM if self.has_names else 0,
        )

    @cached_property
    def left(self) -> int:
        """The x where the curves begin, right of the numbers."""
        numbers = [tick.label for tick in self.levels]
        if self.target:
            numbers.append(self.target)
        return int(max(34, 10 + self.paper.digit * max(len(briefly(number)) for number in numbers)))

    @cached_property
    def right(self) -> int:
        return self.width - (self.paper.right if self.has_names else TOP)

    @property
    def across(self) -> int:
        """The length of a grid line."""
        return self.right - self.left

    @property
    def label_x(self) -> int:
        return self.right + 10

    @property
    def foot(self) -> int:
        return self.height - 6

    @cached_property
    def rows(self) -> list[Sequence[int]]:
        return [[0] * len(self.names), *self.totals]

    @cached_property
    def low(self) -> int:
        return min(min(map(min, self.rows)), 0)

    @cached_property
    def high(self) -> int:
        return max(max(map(max, self.rows)), self.target or 0, self.low + 1)

    def x(self, round: int) -> int:
        return int(self.left + self.across * round / max(len(self.totals), 1) + 0.5)

    def y(self, total: int) -> int:
        return int(
            TOP + (self.height - TOP - BOTTOM) * (self.high - total) / (self.high - self.low) + 0.5
        )

    @cached_property
    def curves(self) -> list[Curve]:
        places = self.label_places()
        return [
            self.curve(seat, label, places[seat])
            for seat, label in enumerate(short_names(self.names, LETTERS))
        ]

    def curve(self, seat: int, label: str, label_y: float) -> Curve:
        points = " ".join(f"{self.x(n)},{self.y(self.rows[n][seat])}" for n in self.turns(seat))
        return Curve(
            self.marks[seat],
            self.names[seat],
            label,
            points,
            SHAPE_OF_MARK[self.marks[seat]],
            label_y,
            self.rows[-1][seat],
        )

    def turns(self, seat: int) -> list[int]:
        """The rows that the curve goes through: all, or of each stretch the lowest and highest."""
        course = [row[seat] for row in self.rows]
        if len(course) <= COLUMNS + 1:
            return list(range(len(course)))
        ends = [len(course) * column // COLUMNS for column in range(COLUMNS + 1)]
        turns = {0, len(course) - 1}
        for first, end in pairwise(ends):
            stretch = range(first, end)
            turns |= {min(stretch, key=course.__getitem__), max(stretch, key=course.__getitem__)}
        return sorted(turns)

    def label_places(self) -> dict[int, float]:
        """The y of each label: beside its curve's end, but never over another label."""
        apart, last, places, y = self.paper.apart, self.rows[-1], {}, float("-inf")
        downwards = sorted(range(len(last)), key=lambda seat: -last[seat])
        for seat in downwards:
            y = places[seat] = max(self.y(last[seat]), y + apart)
        y = self.height - BOTTOM + apart
        for seat in reversed(downwards):  # labels below the foot move up, and push others up
            y = places[seat] = min(places[seat], y - apart)
        return places

    @cached_property
    def levels(self) -> list[Tick[int]]:
        """The grid lines, at multiples of 1, 2 or 5 × 10ⁿ, zero among them."""
        step = self.step()
        first = -(-self.low // step)
        levels = [n * step for n in range(first, self.high // step + 1)]
        return [Tick(self.y(level), level) for level in levels if level != self.target]

    def step(self) -> int:
        span = self.high - self.low
        steps = (factor * int(10**power) for power in count() for factor in (1, 2, 5))
        return next(step for step in steps if span // step < LEVELS)

    @property
    def goal(self) -> Tick[int] | None:
        return Tick(self.y(self.target), self.target) if self.target else None

    @property
    def rounds(self) -> list[Tick[str]]:
        """As many numbers as fit, evenly. Entries such as mistake cards have no number."""
        if len(self.labels) > COLUMNS:  # looking up all labels would take long
            step = -(-len(self.labels) // self.paper.rounds)
            return self.ticks_at(range(step - 1, len(self.labels), step))
        ticks = self.ticks_at(range(len(self.labels)))
        step = max(1, -(-len(ticks) // self.paper.rounds))
        return ticks[step - 1 :: step]

    def ticks_at(self, places: range) -> list[Tick[str]]:
        return [Tick(self.x(n + 1), label) for n in places if (label := self.labels[n])]


def chart_of(table: Table, paper: Paper = PAGE) -> Chart:
    seating, totals = table.seating, table.totals_over_time
    return Chart(table.names, seating.marks, totals, table.target, Labels(table.timely), paper)


def render_chart(chart: Chart) -> str:
    """Render it once for the same totals. A digest stands for them: there can be 100,000."""
    totals, ticks = blake2b(pickle.dumps(chart.totals)).digest(), tuple(chart.rounds)
    drawing = tuple(chart.names), tuple(chart.marks), totals, chart.target, ticks, chart.paper
    template, context = "tables/_chart.html", {"chart": chart, "ticks": ticks}
    return keep_fragment((template, *drawing), lambda: render_to_string(template, context))
