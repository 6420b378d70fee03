"""Mölkky: good players miss less, and hit the number they need."""

from games.contract import Position, Seat
from games.molkky.rules import HIGHEST, Throw


def next_entry(position: Position) -> Throw:
    player = position.board.turn
    assert player is not None  # noqa: S101 - the game is not over
    return Throw(player, throw(position, player))


def throw(position: Position, player: Seat) -> int:
    skill, total = position.skills[player], position.board.totals[player]
    left = position.setup.options.target - total
    if position.happens(0.22 - 0.15 * skill):
        return 0
    aim = min(left, HIGHEST)
    return aim if position.happens(0.15 + 0.35 * skill) else position.chance.randint(1, HIGHEST)
