"""Rounds and games of Chimera for the tests, written as text."""

from typing import Any

from games.chimera.rules import Options, Round, game
from games.contract import Scoreboard, Seat, Setup
from tests.rules.support.boards import NAMES


def seat(name: str) -> Seat:
    return Seat(NAMES.index(name))


def a_round(text: str) -> Round:
    """Return a round: "Ben 30, Cho out, traps 2, attack, idle Ana, toads Ana 1 Cho 3, cats Cho 1".

    Without these parts, Ana has bid 20 and won.
    """
    fields: dict[str, Any] = {"chimera": seat("Ana"), "bid": 20}
    for first, *rest in map(str.split, text.split(", ")):
        match first, rest:
            case "traps", [number]:
                fields["traps"] = int(number)
            case "attack", []:
                fields["chimera_attack"] = True
            case "idle", hunters:
                fields["idle_hunters"] = tuple(map(seat, hunters))
            case (("toads" | "cats"), won):
                fields[first] = dict(zip(map(seat, won[::2]), map(int, won[1::2]), strict=True))
            case name, ["out"]:
                fields["first_out"] = seat(name)
            case name, [bid]:
                fields |= {"chimera": seat(name), "bid": int(bid)}
    return Round(**{"first_out": fields["chimera"], **fields})


def rounds(text: str) -> list[Round]:
    """Return rounds between semicolons."""
    return [a_round(one) for one in text.split("; ") if one]


def play(text="", target=400, ended_early=False) -> Scoreboard:
    return game.score(Setup(3, Options(target), ended_early), rounds(text))
