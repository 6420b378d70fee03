"""One turn of Yahtzee, as a table notes it, and what it brings; or why it cannot have been."""

from dataclasses import dataclass

from games.contract import Impossible, Seat
from games.contract import gettext as _
from games.yahtzee.boxes import BOXES, Box, Dice, yahtzee_of
from games.yahtzee.card import Card
from games.yahtzee.jokers import JokerRule
from games.yahtzee.names import TITLES
from games.yahtzee.offer import Offer, offer, written
from games.yahtzee.scores import check_score


@dataclass(frozen=True, slots=True)
class Turn:
    """A box filled, from either the five `dice` or, where a table keeps none, the `score` written into it.

    `scratch`: 0 is written, whatever the dice are worth. `rolled_yahtzee` goes with a score: the dice were all equal.
    """

    player: Seat
    box: Box
    dice: Dice | None = None
    score: int | None = None
    scratch: bool = False
    rolled_yahtzee: bool = False


def judge(turn: Turn, card: Card, rule: JokerRule) -> Offer:
    """What this turn brings to its player's card. Raises Impossible, with the field to mend and the reason."""
    if turn.box in card.filled:
        raise _filled(turn, card)
    if turn.dice is None:
        return _from_score(turn, card, rule)
    if turn.score is not None:
        raise Impossible("score", _("Enter either the dice or the score, not both."))
    return _from_dice(turn, turn.dice, card, rule)


def _filled(turn: Turn, card: Card) -> Impossible:
    if len(card.filled) == len(BOXES):
        full = _("%(player)s has had all 13 turns: every box is filled.", player=turn.player)
        return Impossible("box", full)
    return Impossible("box", _("%(player)s has already filled %(box)s.", player=turn.player, box=TITLES[turn.box]))


def _from_dice(turn: Turn, dice: Dice, card: Card, rule: JokerRule) -> Offer:
    brings = offer(card, turn.box, dice, rule)
    if brings.forbidden:
        raise Impossible("box", brings.forbidden)
    if turn.rolled_yahtzee and not yahtzee_of(dice):
        raise Impossible("rolled_yahtzee", _("These dice are no Yahtzee: they are not all equal."))
    return _scratched(turn, brings, card) if turn.scratch else brings


def _scratched(turn: Turn, brings: Offer, card: Card) -> Offer:
    if brings.joker and brings.written:
        kept = _(
            "A joker’s points cannot be scratched: these dice are worth %(points)s in %(box)s.",
            points=brings.written,
            box=TITLES[turn.box],
        )
        raise Impossible("scratch", kept)
    return brings if brings.joker else written(card, turn.box, 0)


def _from_score(turn: Turn, card: Card, rule: JokerRule) -> Offer:
    if turn.score is None:
        raise Impossible("dice", _("Enter the five dice, or the score."))
    if turn.scratch and turn.score:
        raise Impossible("scratch", _("A scratch writes 0, not %(score)s.", score=turn.score))
    check_score(card, turn.box, turn.score, turn.rolled_yahtzee, rule)
    return written(card, turn.box, turn.score, joker=turn.rolled_yahtzee and "yahtzee" in card.filled)
