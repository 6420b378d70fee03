"""Wizard: good players meet their bids."""

from random import Random

from games.contract import Seat
from games.wizard.rules import Options, Round, game
from scorekeeper.demo.position import Position, Strategy


def next_entry(position: Position) -> Round:
    cards = len(position.entries) + 1
    winners = [position.draw_seat(lambda skill: 1.0) for _trick in range(cards)]
    tricks = {seat: winners.count(seat) for seat in position.seats}
    return Round({seat: bid(position, seat, won, cards) for seat, won in tricks.items()}, tricks)


def bid(position: Position, seat: Seat, won: int, cards: int) -> int:
    if position.happens(0.25 + 0.5 * position.skills[seat]):
        return won
    off = position.chance.choices((1, 2), (3, 1))[0] * position.chance.choice((-1, 1))
    return min(max(won + off, 0), cards)


def options(chance: Random) -> Options:
    return Options(rounds=chance.choices((None, 10), (3, 1))[0])


strategies = (Strategy(game, range(3, 7), 1.5, 3, options, next_entry),)
