"""Rounds and games of Chimera Tricks for the tests, written as text."""

import re
from typing import Any

from games.chimera_tricks.rules import Options, Round, game
from games.contract import Scoreboard, Seat, Setup
from tests.rules.support.boards import ANA, BEN, CHO, NAMES

CARDS = {ANA: (7, -5, 3, -1), BEN: (6, 2, -4), CHO: (5, 4, 1, -2, -3)}


def by_player(text: str) -> dict[Seat, tuple[int, ...]]:
    """Return numbers by seat: "Ana 7 -5 Ben 6"."""
    numbers: dict[Seat, tuple[int, ...]] = {}
    for name, several in re.findall(r"(\w+)((?: -?\d+)*)", text):
        numbers[Seat(NAMES.index(name))] = tuple(map(int, several.split()))
    return numbers


def a_round(text: str) -> Round:
    """Return a round: "cards", "cards but Ben 6 2 4, crystals Ana 1", "only Ana 7", "points Ana 9".

    The cards are those of CARDS. "points 10 -4 0" are those of all, in seat order.
    """
    fields: dict[str, Any] = {}
    for part in text.split(", ") if text != "nothing" else ():
        kind, _space, rest = part.partition(" ")
        if kind == "cards":
            fields["grimoires"] = {**CARDS, **by_player(rest.removeprefix("but "))}
        elif kind == "only":
            fields["grimoires"] = by_player(rest)
        elif re.fullmatch(r"[-\d ]+", rest):
            fields[kind] = dict(enumerate(map(int, rest.split())))
        else:
            fields[kind] = {seat: number for seat, (number,) in by_player(rest).items()}
    return Round(**fields)


def rounds(text: str) -> list[Round]:
    """Return rounds between semicolons."""
    return [a_round(one) for one in text.split("; ") if one]


def play(text="", seats=3, short=False, scarce=False, ended_early=False) -> Scoreboard:
    return game.score(Setup(seats, Options(short, scarce), ended_early), rounds(text))
