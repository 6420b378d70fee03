"""Wizard: good players meet their bids."""

from random import Random

from games.contract import Position, Seat
from games.wizard.rules import Options, Round


def next_entry(position: Position) -> Round:
    cards = len(position.entries) + 1
    winners = [position.draw_seat(lambda skill: 1.0) for _trick in range(cards)]
    tricks = {seat: winners.count(seat) for seat in position.seats}
    bids = {seat: bid(position, seat, won, cards) for seat, won in tricks.items()}
    if position.setup.options.forbid_even_bids and sum(bids.values()) == cards:
        last = position.seats[-1]
        bids[last] += -1 if bids[last] else 1
    return Round(bids, tricks)


def bid(position: Position, seat: Seat, won: int, cards: int) -> int:
    if position.happens(0.25 + 0.5 * position.skills[seat]):
        return won
    off = position.chance.choices((1, 2), (3, 1))[0] * position.chance.choice((-1, 1))
    return min(max(won + off, 0), cards)


def options(chance: Random, seats: int) -> Options:
    return Options(rounds=chance.choices((None, 10), (3, 1))[0])
