"""Games of Chimera, the same in every run."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.chimera.rules import Options, Round, game
from games.contract import Scoreboard, Seat, Setup

PLAYERS = ("Ana", "Ben", "Cho")
TARGET = 1500  # no game here reaches it within 20 rounds


def rounds(count: int, seed: int = 1) -> list[Round]:
    dice = Random(seed)  # noqa: S311 - no secret
    return [random_round(dice) for _ in range(count)]


def random_round(dice: Random) -> Round:
    chimera, first_out = Seat(dice.randrange(3)), Seat(dice.randrange(3))
    others = [Seat(seat) for seat in range(3) if seat not in (chimera, first_out)]
    idle = tuple(others[:1]) if dice.random() < 0.1 else ()
    winners = [Seat(seat) for seat in range(3) if seat not in idle]
    return Round(
        chimera,
        dice.choice((20, 30, 40)),
        first_out,
        traps=dice.choice((0, 0, 0, 1, 1, 2)),
        chimera_attack=dice.random() < 0.2,
        idle_hunters=idle,
        toads=random_tricks(dice, winners),
        cats=random_tricks(dice, winners),
    )


def random_tricks(dice: Random, winners: Sequence[Seat]) -> dict[Seat, int]:
    """Three or four of the four cards are in someone's tricks."""
    tricks = [dice.choice(winners) for _ in range(dice.choice((3, 4)))]
    return {seat: tricks.count(seat) for seat in winners if seat in tricks}


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
