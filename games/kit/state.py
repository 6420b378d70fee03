"""A game before a round, as rules and questions see it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from games.contract import Seat, Setup


class State(NamedTuple):
    """The state of the game before a round.

    - `number`: the number of the round, from 1. Rounds that do not count have numbers, too.
    - `totals`: in seat order.
    - `counted`: the earlier entries that count.
    - `memory`: what the game remembers of them (see ByRounds); None before the first.
    """

    setup: Setup[Any]
    number: int
    totals: tuple[int, ...]
    counted: Sequence[Any]
    memory: Any = None

    @property
    def options(self) -> Any:
        return self.setup.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        return all_seats(self.setup.seats)


@cache
def all_seats(seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(seats)))
