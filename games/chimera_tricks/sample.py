"""Chimera Tricks: good players win the high Grimoires."""

from random import Random

from games.chimera_tricks.rules import Cards, Options, Round, tricks_per_round
from games.contract import Position, Seat

GRIMOIRES = (*range(-8, 0), *range(1, 9))


def next_entry(position: Position) -> Round:
    won: dict[Seat, Cards] = dict.fromkeys(position.seats, ())
    for value in cards(position):
        won[draw_winner(position, value)] += (value,)
    crystals = {seat: position.chance.randint(0, min(1, len(won[seat]))) for seat in won}
    return Round(won, crystals)


def draw_winner(position: Position, value: int) -> Seat:
    return position.draw_seat(lambda skill: max(0.1, 1 + (skill - 0.5) * value / 3))


def cards(position: Position) -> Cards:
    """Every round of a game has the same."""
    if position.entries:
        first: Round = position.entries[0]
        return first.cards
    count = tricks_per_round(position.setup.seats)
    return tuple(position.chance.sample(GRIMOIRES, count))


def options(chance: Random, seats: int) -> Options:
    return Options(short_match=chance.random() < 0.2)
