"""Games of Yahtzee with many Yahtzees, the same in every run."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.contract import Scoreboard, Seat, Setup
from games.yahtzee.boxes import BOXES, Dice
from games.yahtzee.card import Card
from games.yahtzee.offer import offers_for_dice
from games.yahtzee.rules import Options, Turn, game

NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")
PLAYERS = len(NAMES)


def turns(seed: int = 1) -> list[Turn]:
    """A whole game of thirteen turns each, always in the box with the most points."""
    chance = Random(seed)  # noqa: S311 - no secret
    cards = [Card(Seat(seat)) for seat in range(PLAYERS)]
    return [play_turn(card, random_dice(chance)) for _turn in BOXES for card in cards]


def random_dice(chance: Random) -> Dice:
    favourite = chance.randint(1, 6)
    return tuple(favourite if chance.random() < 0.6 else chance.randint(1, 6) for _die in range(5))


def play_turn(card: Card, dice: Dice) -> Turn:
    possible = {
        box: brings
        for box, brings in offers_for_dice(card, dice, "forced").items()
        if not brings.refusal
    }
    box = max(possible, key=lambda box: possible[box].points)
    card.fill(box, possible[box].box_points, bool(possible[box].yahtzee_bonus))
    return Turn(card.player, box, dice)


def fields(turn: Turn) -> list[tuple[str, Any]]:
    """The fields that a phone sends for this turn."""
    dice = [(f"dice_{place}", die) for place, die in enumerate(turn.dice or ())]
    return [("player", turn.player), ("fill", turn.box), *dice]


def score_game(entries: Sequence[Turn]) -> Scoreboard:
    return game.score(Setup(PLAYERS, Options()), entries)
