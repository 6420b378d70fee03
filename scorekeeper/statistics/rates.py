"""The figures that games count beside totals, over many games: rates with their counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from games import registry
from games.contract import Figure, Measure
from scorekeeper.models import Seat
from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Family


@dataclass
class Rate:
    """One figure of one player in the games of a family that have it.

    `values` has one for each game, of so many `chances` in all; `best` is the highest, or lowest
    where fewer points are better; `best_play` is the key of the first game with it.
    """

    values: list[int] = field(default_factory=list)
    chances: int = 0
    best: int = 0
    best_play: int = 0

    def add(self, other: Rate, lowest_wins: bool) -> None:
        better = other.best < self.best if lowest_wins else other.best > self.best
        if not self.values or better:
            self.best, self.best_play = other.best, other.best_play
        self.values += other.values
        self.chances += other.chances

    @property
    def games(self) -> int:
        return len(self.values)

    @property
    def total(self) -> int:
        return sum(self.values)

    @property
    def mean(self) -> float:
        """A game."""
        return self.total / self.games

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def share(self) -> float | None:
        return self.total / self.chances if self.chances else None


class FigureKey(NamedTuple):
    """`figure`: its key in the game. `lowest_wins`: for points, whether the lowest total won,
    because the best is then another one.
    """

    figure: str
    detail: str
    lowest_wins: bool


Rates = dict[FigureKey, dict[int, Rate]]
"""Each player's rate, by figure."""


def rates_of(history: GroupHistory, family: Family) -> Rates:
    """All figures of a family. Games that were ended early are left out."""
    return load_rates(history, family) if family in history.families else {}


@cached_with_history
def load_rates(history: GroupHistory, family: Family) -> Rates:
    plays = {play.pk: play for play in history.families[family] if not play.ended_early}
    seats = Seat.objects.filter(
        session__group=history.group, session__game=family.game, figures__isnull=False
    )
    points = figures_in_points(family.game)
    rates: Rates = {}
    seats = seats.order_by("session__played_at", "session")
    rows: Any = seats.values_list("session", "player", "figures")
    for session, player, figures in rows.iterator(chunk_size=2000):
        if (play := plays.get(session)) and player in history.players:  # both may be newer
            for key, detail, value, chances in figures:
                figure = FigureKey(key, detail, key in points and play.lowest_wins)
                by_player = rates.setdefault(figure, {})
                rate = by_player.setdefault(player, Rate())
                rate.add(Rate([value], chances, value, session), play.lowest_wins)
    return rates


def figures_of_game(slug: str) -> Mapping[str, Figure]:
    """Return the kinds of figures that a game counts; none if its rules are not installed."""
    game = registry.games().get(slug)
    return game.figures.kinds if game and game.figures else {}


def figures_in_points(slug: str) -> set[str]:
    kinds = figures_of_game(slug)
    return {key for key, figure in kinds.items() if figure.measure == Measure.POINTS}


def total_rate(rates: Iterable[Rate], lowest_wins: bool) -> Rate:
    """All players together; the games of each are added up."""
    total = Rate()
    for rate in rates:
        total.add(rate, lowest_wins)
    return total
