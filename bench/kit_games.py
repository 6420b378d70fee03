"""Whole games of Wizard, Mölkky and Hearts, the same in every run."""

from collections.abc import Sequence
from typing import Any

from games.contract import AnyGame, Scoreboard, Seat, Setup
from games.hearts import rules as hearts
from games.molkky import rules as molkky
from games.wizard import rules as wizard


def wizard_rounds() -> list[wizard.Round]:
    """All twenty rounds of three players, some of whom meet their bids."""
    return [
        wizard.Round(by_seat(number // 2, 1, 0), by_seat(number - number // 3, number // 3, 0))
        for number in range(1, 21)
    ]


def throws(players: int, count: int) -> list[molkky.Throw]:
    """Throws in turn that nobody wins with: too many points send them back again and again."""
    return [
        molkky.Throw(Seat(number % players), 7 + number // players % 3) for number in range(count)
    ]


def hearts_rounds(count: int) -> list[hearts.Round]:
    """Rounds of six, some of which shoot the moon."""
    return [
        hearts.Round({Seat(number % 6): 26} if number % 9 == 0 else by_seat(13, 5, 4, 3, 1, 0))
        for number in range(count)
    ]


def by_seat(*numbers: int) -> dict[Seat, int]:
    return {Seat(seat): number for seat, number in enumerate(numbers)}


def score_game(game: AnyGame, seats: int, entries: Sequence[Any], **options: Any) -> Scoreboard:
    board = game.score(Setup(seats, game.options(**options)), entries)
    if board.problem:
        raise RuntimeError(f"{game.slug}: an entry does not count")
    return board
