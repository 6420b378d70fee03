"""Mölkky: good players miss less, and hit the number they need."""

from random import Random
from typing import cast

from games.contract import Seat
from games.kit.rounds import ByRounds
from games.molkky.rules import Options, Throw, game, next_player
from scorekeeper.demo.position import Position, Strategy

PINS = 12


def next_entry(position: Position) -> Throw:
    rules = cast("ByRounds[Throw]", game.score)
    player = next_player(rules.state(position.setup, position.entries))
    return Throw(player, throw(position, player))


def throw(position: Position, player: Seat) -> int:
    skill, left = position.skills[player], position.setup.options.target - position.totals[player]
    if position.happens(0.22 - 0.15 * skill):
        return 0
    aim = left if left <= PINS else PINS
    return aim if position.happens(0.15 + 0.35 * skill) else position.chance.randint(1, PINS)


def options(chance: Random) -> Options:
    return Options()


strategies = (Strategy(game, range(2, 6), 1, 0.6, options, next_entry),)
