"""Chimera: good players bid more often, and win more bids."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from games.chimera.rules import Options, Round
from games.contract import Position, Seat


def next_entry(position: Position) -> Round:
    chimera, chance = position.draw_seat(), position.chance
    hunters = [seat for seat in position.seats if seat != chimera]
    won = position.happens(0.55 + 0.4 * advantage(position.skills, chimera))
    idle = (chance.choice(hunters),) if won and position.happens(0.08) else ()
    winners = [seat for seat in position.seats if seat not in idle]
    return Round(
        chimera,
        chance.choices((20, 30, 40), (4, 3, 2))[0],
        first_out=chimera if won else chance.choice(hunters),
        traps=chance.choices((0, 1, 2), (6, 3, 1))[0],
        chimera_attack=position.happens(0.12),
        idle_hunters=idle,
        toads=deal(position, winners),
        cats=deal(position, winners),
    )


def advantage(skills: Sequence[float], chimera: Seat) -> float:
    return skills[chimera] - fmean(skill for seat, skill in enumerate(skills) if seat != chimera)


def deal(position: Position, winners: Sequence[Seat]) -> dict[Seat, int]:
    """Return how many of four cards each winner takes; one may be left in a hand."""
    weights = [0.4 + position.skills[seat] for seat in winners]
    won = position.chance.choices(winners, weights, k=position.chance.choice((3, 4, 4)))
    return {seat: won.count(seat) for seat in winners if seat in won}


def options(chance: Random, seats: int) -> Options:
    return Options(target=chance.choices((400, 300), (3, 1))[0])
