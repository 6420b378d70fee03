"""Rounds on a score pad of many players, the same in every run."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.contract import Scoreboard, Seat, Setup
from games.score_pad.rules import Options, Round, game

NAMES = tuple(f"Player {number}" for number in range(1, 21))


def rounds(count: int, seed: int = 1) -> list[Round]:
    """A few players are left out of each round."""
    chance = Random(seed)  # noqa: S311 - no secret
    seats = [Seat(seat) for seat in range(len(NAMES))]
    return [
        Round({seat: chance.randint(-20, 60) for seat in seats if chance.random() < 0.9})
        for _round in range(count)
    ]


def fields(entry: Round) -> list[tuple[str, Any]]:
    """The fields that a phone sends for this round."""
    return [(f"points_{seat}", number) for seat, number in entry.points.items()]


def score_game(entries: Sequence[Round]) -> Scoreboard:
    return game.score(Setup(len(NAMES), Options(title="Golf", lowest_wins=True)), entries)
