"""Entries and games of Big Fish for the tests."""

from games.big_fish.rules import Catch, Count, Entry, Options, game
from games.contract import Scoreboard, Seat, Setup, Text
from tests.rules.support.boards import ANA, english


def catch(cards: str, player: Seat = ANA, bonus: str | None = None) -> Catch:
    """Return a catch of cards such as "R5 Y6 G1 R2 Y3"."""
    return Catch(player, tuple(cards.split()), bonus)


def count(plus: int, minus: int, player: Seat = ANA, **fields) -> Count:
    return Count(player, plus, minus, **fields)


def advanced(drawn="A", seats=2, extra=False, ended_early=False) -> Setup[Options]:
    return Setup(seats, Options(advanced=True, drawn=drawn, a_is_extra=extra), ended_early)


def basic(seats=2, ended_early=False) -> Setup[Options]:
    return Setup(seats, Options(), ended_early)


def play(*entries: Entry, setup: Setup[Options] | None = None) -> Scoreboard:
    return game.score(setup or basic(), entries)


def holdings(board: Scoreboard, seat: Seat = ANA) -> list[str]:
    texts: tuple[Text, ...] = board.holdings[seat]
    return [english(text) for text in texts]
