"""Cards, turns and games of Yahtzee for the tests."""

from games.contract import Scoreboard, Seat, Setup
from games.yahtzee.card import Card
from games.yahtzee.rules import Options, Turn, game
from tests.rules.support.boards import ANA


def card_with(*boxes, yahtzee=None, **points) -> Card:
    """Return Ana's card with 0 in `boxes`, and these points; `yahtzee=None` is an open box."""
    filled = dict.fromkeys(boxes, 0) | points
    return Card(ANA, filled if yahtzee is None else filled | {"yahtzee": yahtzee})


def dice_turn(box, dice: str, player: Seat = ANA, **fields) -> Turn:
    """Return a turn with dice such as "33355"."""
    return Turn(player, box, tuple(map(int, dice)), **fields)


def score_turn(box, score: int | None, player: Seat = ANA, **fields) -> Turn:
    return Turn(player, box, score=score, **fields)


def play(*turns, seats=1, rule="forced", ended_early=False) -> Scoreboard:
    return game.score(Setup(seats, Options(rule), ended_early), turns)
