"""What a strategy sees of a game, and what it says about itself."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from games.contract import AnyGame, Seat, Setup


class Position(NamedTuple):
    """A game so far. `skills`: how well each player plays, in seat order, from 0 to 1."""

    setup: Setup[Any]
    entries: Sequence[Any]
    totals: Sequence[int]
    skills: Sequence[float]
    chance: Random

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.setup.seats)]

    def draw_seat(self, weight: Callable[[float], float] = lambda skill: 0.4 + skill) -> Seat:
        """A random seat, by a weight that follows from the skill."""
        weights = [weight(skill) for skill in self.skills]
        return self.chance.choices(self.seats, weights)[0]

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def near(self, mean: float, spread: float, least: int = 0) -> int:
        """A random number around the mean."""
        return max(least, round(self.chance.gauss(mean, spread)))


class Strategy(NamedTuple):
    """How a game is played.

    - `players`: how many the group plays it with. `liked`: how often, beside the others.
    - `minutes`: how long an entry takes.
    - `options`: chooses the options of a game.
    - `next_entry`: what the table enters next. The rules must accept it.
    - `solo`: whether it is the game that somebody plays alone.
    """

    game: AnyGame
    players: range
    liked: float
    minutes: float
    options: Callable[[Random], Any]
    next_entry: Callable[[Position], Any]
    solo: bool = False
