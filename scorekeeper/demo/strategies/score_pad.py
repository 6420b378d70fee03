"""Two games on a score pad: in Golf the lowest total wins, in Rummy the first with 150 points."""

from random import Random

from games.score_pad.rules import Options, Round, game
from scorekeeper.demo.position import Position, Strategy


def play_hole(position: Position) -> Round:
    points = [position.near(6 - 3 * skill, 3, least=-2) for skill in position.skills]
    return Round(dict(zip(position.seats, points, strict=True)))


def play_hand(position: Position) -> Round:
    """The winner gets what the others hold."""
    winner = position.draw_seat()
    held = sum(position.near(14, 8) for seat in position.seats if seat != winner)
    return Round({seat: held if seat == winner else 0 for seat in position.seats})


def golf_options(chance: Random) -> Options:
    return Options(title="Golf", lowest_wins=True, rounds=9)


def rummy_options(chance: Random) -> Options:
    return Options(title="Rummy", target=150)


golf = Strategy(game, range(2, 6), 1.2, 4, golf_options, play_hole)
rummy = Strategy(game, range(2, 5), 1, 4, rummy_options, play_hand)
strategies = (golf, rummy)
