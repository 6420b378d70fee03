"""How a plausible game is played, for demonstrations, measurements and tests.

A game may say so in `sample.py` in its folder, a module with one or two functions:

- `next_entry(position)` returns what a table might enter next. The rules must accept it.
- `options(chance, seats)` returns the options of a game. Without it they are those at default.

Both draw only from the given random generator, so that the same seed makes the same game.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from games.contract.game import AnyGame, Setup
from games.contract.scoreboard import Scoreboard
from games.contract.texts import Seat, in_english

AVERAGE = 0.5
OPEN_END = 8
"""The entries of a game that has no end of its own."""
MOST_ENTRIES = 1_000


class Position(NamedTuple):
    """A game so far. `skills`: how well each player plays, in seat order, from 0 to 1."""

    setup: Setup[Any]
    entries: Sequence[Any]
    board: Scoreboard
    skills: Sequence[float]
    chance: Random

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.setup.seats)]

    def draw_seat(self, weight: Callable[[float], float] = lambda skill: 0.4 + skill) -> Seat:
        """Return a random seat, by a weight that follows from the skill."""
        weights = [weight(skill) for skill in self.skills]
        return self.chance.choices(self.seats, weights)[0]

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def near(self, mean: float, spread: float, least: int = 0) -> int:
        """Return a random number around the mean."""
        return max(least, round(self.chance.gauss(mean, spread)))


class InvalidSample(Exception):
    """A sample whose entry is refused, or whose game does not end."""


class Sample(NamedTuple):
    """A game, and the functions of its sample."""

    game: AnyGame
    next_entry: Callable[[Position], Any]
    options: Callable[[Random, int], Any]

    def play(
        self, setup: Setup[Any], chance: Random, skills: Sequence[float] = ()
    ) -> Iterator[Any]:
        """Yield the entries of a whole game. Raise InvalidSample if the rules refuse one."""
        entries = list[Any]()
        skills = skills or (AVERAGE,) * setup.seats
        while not (board := self.game.score(setup, entries)).finished:
            if board.problem or len(entries) == MOST_ENTRIES:
                break
            if board.open_ended and len(entries) == OPEN_END:
                return
            position = Position(setup, tuple(entries), board, skills, chance)
            entries.append(self.next_entry(position))
            yield entries[-1]
        if board.problem:
            number, problem = board.problem
            names = [f"player {seat + 1}" for seat in position.seats]
            reason = in_english(problem.message, names)
            raise InvalidSample(f"the rules refuse entry {number + 1}: {reason}")
        if not board.finished:
            raise InvalidSample(f"there is no end within {MOST_ENTRIES} entries")
