"""Games of Chimera, the same in every run."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.chimera.rules import Options, Round, game
from games.chimera.sample import next_entry
from games.contract import Position, Scoreboard, Setup
from games.contract.sample import AVERAGE

PLAYERS = ("Ana", "Ben", "Cho")
TARGET = 1500  # no game here reaches it within 20 rounds


def rounds(count: int, seed: int = 1) -> list[Round]:
    """Return rounds of the game's sample. They depend on none before, so nothing is scored."""
    setup = Setup(len(PLAYERS), Options(TARGET))
    chance, board = Random(seed), game.score(setup, ())  # noqa: S311 - no secret
    start = Position(setup, (), board, (AVERAGE,) * len(PLAYERS), chance)
    return [next_entry(start) for _round in range(count)]


def score_game(entries: Sequence[Round], target: int = TARGET) -> Scoreboard:
    return game.score(Setup(3, Options(target)), entries)


def fields(entry: Round) -> list[tuple[str, Any]]:
    """The fields that a phone sends for this round."""
    counts = [
        (f"{kind}_{seat}", n)
        for kind in ("toads", "cats")
        for seat, n in getattr(entry, kind).items()
    ]
    attack = [("chimera_attack", "on")] if entry.chimera_attack else []
    idle = [("idle_hunters", seat) for seat in entry.idle_hunters]
    who = [
        ("chimera", entry.chimera),
        ("bid", entry.bid),
        ("first_out", entry.first_out),
        ("traps", entry.traps),
    ]
    return [*who, *attack, *idle, *counts]
