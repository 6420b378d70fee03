"""Hearts: good players take fewer points, and now and then all of them."""

from random import Random

from games.hearts.rules import ALL, Options, Round, game
from scorekeeper.demo.position import Position, Strategy

HEARTS, QUEEN = 13, 13


def next_entry(position: Position) -> Round:
    if position.happens(0.04):
        return Round({position.draw_seat(): ALL})
    winners = [position.draw_seat(lambda skill: 1.6 - skill) for _heart in range(HEARTS)]
    queen = position.draw_seat(lambda skill: 1.6 - skill)
    taken = {seat: winners.count(seat) + QUEEN * (seat == queen) for seat in position.seats}
    return Round(taken)


def options(chance: Random) -> Options:
    return Options(target=chance.choices((100, 50), (1, 2))[0])


strategies = (Strategy(game, range(3, 6), 1.2, 4, options, next_entry),)
