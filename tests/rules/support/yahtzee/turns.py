"""Turns, cards and games of Yahtzee for the tests, written as text."""

import re

from games.contract import Scoreboard, Seat, Setup
from games.yahtzee.card import Card
from games.yahtzee.rules import Options, Turn, game
from tests.rules.support.boards import ANA, NAMES
from tests.rules.support.yahtzee.model import BOXES, LOWER, UPPER

TURN = re.compile(r"(?:([A-Z][a-z]+) )?([a-z_]+)(?: \[(\d*)\])?(?: (-?\d+))?(!?)( scratch)?")
SEVERAL = {"all": BOXES, "upper": UPPER, "lower": LOWER}


def card_with(*boxes, yahtzee=None, **points) -> Card:
    """Return Ana's card with 0 in `boxes`, and these points; `yahtzee=None` is an open box."""
    filled = dict.fromkeys(boxes, 0) | points
    return Card(ANA, filled if yahtzee is None else filled | {"yahtzee": yahtzee})


def turn(text: str) -> Turn:
    """Return a turn: "Ben fours 8" or by its dice "fours [44412]", Ana's if it names nobody.

    A "!" says that the roll was a Yahtzee, and "scratch" that the box is scratched.
    """
    match = TURN.fullmatch(text)
    assert match, text
    name, box, dice, score, rolled, scratch = match.groups()
    return Turn(
        Seat(NAMES.index(name or "Ana")),
        box,
        None if dice is None else tuple(map(int, dice)),
        score and int(score),
        bool(scratch),
        bool(rolled),
    )


def turns(text: str) -> list[Turn]:
    """Return turns between semicolons. "Ben upper" are Ben's zeros in all upper boxes."""
    several: list[Turn] = []
    for one in text.split("; ") if text else []:
        who, _space, boxes = one.rpartition(" ")
        names = SEVERAL.get(boxes)
        several += [turn(f"{who} {box} 0".strip()) for box in names] if names else [turn(one)]
    return several


def play(text="", seats=1, rule="forced", ended_early=False) -> Scoreboard:
    return game.score(Setup(seats, Options(rule), ended_early), turns(text))
