"""Hearts: good players take fewer points, and now and then all of them."""

from random import Random

from games.contract import Position
from games.hearts.rules import ALL, QUEEN, Options, Round

HEARTS = 13


def next_entry(position: Position) -> Round:
    if position.happens(0.04):
        return Round({position.draw_seat(): ALL})
    winners = [position.draw_seat(lambda skill: 1.6 - skill) for _heart in range(HEARTS)]
    queen = position.draw_seat(lambda skill: 1.6 - skill)
    points = {seat: winners.count(seat) + QUEEN * (seat == queen) for seat in position.seats}
    return Round(points)


def options(chance: Random, seats: int) -> Options:
    return Options(target=chance.choices((100, 50), (1, 2))[0])
