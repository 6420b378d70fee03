"""Ratings as a page shows them: with their intervals, in a drawing and in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.formats import grouped
from scorekeeper.models import Player
from scorekeeper.pages.statistics.rates import percent
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.ratings.family_ratings import past_ratings, ratings_of

if TYPE_CHECKING:
    from scorekeeper.statistics.ratings.ratings import Rating

WIDTH, HEIGHT, EDGE, LABELS = 360, 170, 12, 40


class Interval(NamedTuple):
    low: float
    value: float
    high: float


class RatingRow(NamedTuple):
    """`chance`: to finish above the player that all are compared with; "" for that player."""

    player: Player
    text: str
    chance: str
    interval: Interval


@dataclass(frozen=True)
class RatingTable:
    """`rows`: the highest value first. `unrated`: those with too few games, and how many."""

    rows: Sequence[RatingRow]
    unrated: Sequence[tuple[Player, int]]
    against: Player | None
    width: int = WIDTH


def rating_table(history: GroupHistory, family: Family, against: int | None) -> RatingTable | None:
    """`against`: whom to compare with; by default the one with the highest value."""
    if not (ratings := ratings_of(history, family)):
        return None
    people = (one for one in ratings.by_player.items() if history.is_person(one[0]))
    ranking = sorted(people, key=lambda one: -one[1].value)
    by_player = {player: rating for player, rating in ranking if rating.has_enough_games}
    unrated = [
        (history.players[player], rating.games)
        for player, rating in ranking
        if not rating.has_enough_games
    ]
    other = against if against in by_player else next(iter(by_player), None)
    axis = axis_of(list(by_player.values()))
    rows = [
        RatingRow(
            history.players[player],
            rating_text(rating),
            percent(ratings.chance(player, other)) if other not in (None, player) else "",
            axis.interval(rating),
        )
        for player, rating in by_player.items()
    ]
    return RatingTable(rows, unrated, history.players[other] if other else None)


def present_rating(history: GroupHistory, family: Family, player: int) -> str:
    """ "" if there are not enough games."""
    ratings = ratings_of(history, family)
    rating = ratings.by_player.get(player) if ratings else None
    return rating_text(rating) if rating and rating.has_enough_games else ""


def rating_text(rating: Rating) -> str:
    """Return "1540 ± 60"."""
    return f"{grouped(round(rating.value))} ±\u00a0{grouped(round(rating.margin))}"


@dataclass(frozen=True)
class Axis:
    """Maps ratings to a length, from `start` (the lowest) to `end`."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        share = (value - self.low) / max(self.high - self.low, 1)
        return round(self.start + (self.end - self.start) * share, 1)

    def interval(self, rating: Rating) -> Interval:
        values = rating.value - rating.margin, rating.value, rating.value + rating.margin
        return Interval(*map(self.place, values))


def axis_of(ratings: Sequence[Rating], start: float = EDGE, end: float = WIDTH - EDGE) -> Axis:
    return Axis(
        min((one.value - one.margin for one in ratings), default=0),
        max((one.value + one.margin for one in ratings), default=1),
        start,
        end,
    )


class ProgressPoint(NamedTuple):
    x: float
    interval: Interval
    at: datetime
    text: str


@dataclass(frozen=True)
class Progress:
    """A player's rating over time: a line, and a band for its interval. `levels`: the y of each
    grid line, and its label.
    """

    points: Sequence[ProgressPoint]
    levels: Sequence[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def foot(self) -> int:
        return self.height - 4

    @property
    def line(self) -> str:
        return " ".join(f"{point.x},{point.interval.value}" for point in self.points)

    @property
    def band(self) -> str:
        above = [f"{point.x},{point.interval.high}" for point in self.points]
        below = [f"{point.x},{point.interval.low}" for point in self.points]
        return " ".join([*above, *below[::-1]])


def rating_progress(history: GroupHistory, family: Family, player: int) -> Progress | None:
    """Return None before there are two points to compare."""
    past = past_ratings(history, family, player)
    if len(past) < 2:
        return None
    axis = axis_of([one.rating for one in past], HEIGHT - 2 * EDGE, EDGE)
    step = (WIDTH - LABELS - EDGE) / (len(past) - 1)
    points = [
        ProgressPoint(
            round(LABELS + step * place, 1),
            axis.interval(one.rating),
            one.at,
            rating_text(one.rating),
        )
        for place, one in enumerate(past)
    ]
    return Progress(points, levels_of(axis))


def levels_of(axis: Axis) -> list[tuple[float, str]]:
    """Return the levels at multiples of 100, at most six."""
    step = 100 * max(1, round((axis.high - axis.low) / 400))
    first = -int(-axis.low // step) * step
    return [(axis.place(value), grouped(value)) for value in range(first, int(axis.high) + 1, step)]
