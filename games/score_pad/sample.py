"""Two games on a score pad: in Golf the lowest total wins, in Rummy the first with 150 points."""

from random import Random

from games.contract import Position
from games.score_pad.rules import Options, Round


def next_entry(position: Position) -> Round:
    if position.setup.options.lowest_wins or position.setup.seats == 1:
        return play_hole(position)
    return play_hand(position)


def play_hole(position: Position) -> Round:
    points = [position.near(6 - 3 * skill, 3, least=-2) for skill in position.skills]
    return Round(dict(zip(position.seats, points, strict=True)))


def play_hand(position: Position) -> Round:
    """The winner gets what the others hold."""
    winner = position.draw_seat()
    points = sum(position.near(14, 8) for seat in position.seats if seat != winner)
    return Round({seat: points if seat == winner else 0 for seat in position.seats})


def options(chance: Random, seats: int) -> Options:
    if seats == 1 or chance.random() < 0.55:
        return Options(title="Golf", lowest_wins=True, rounds=9)
    return Options(title="Rummy", target=150)
