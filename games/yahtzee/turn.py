"""A turn of Yahtzee, as the table enters it, and what it scores, or why it cannot have happened."""

from dataclasses import dataclass

from games.contract import Impossible, Seat
from games.contract import gettext as _
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import BOXES, Box, Dice, yahtzee_number
from games.yahtzee.card import Card
from games.yahtzee.jokers import JokerRule
from games.yahtzee.offer import Offer, offer_for_dice, offer_for_points
from games.yahtzee.scores import check_score


@dataclass(frozen=True, slots=True)
class Turn:
    """A box, filled from the five `dice` or, at a table that enters no dice, with a `score`.

    `scratch`: write 0 regardless of the dice. `rolled_yahtzee`: the score comes from five equal
    dice.
    """

    player: Seat
    box: Box
    dice: Dice | None = None
    score: int | None = None
    scratch: bool = False
    rolled_yahtzee: bool = False


def offer_for_turn(turn: Turn, card: Card, rule: JokerRule) -> Offer:
    """Return what this turn scores on its player's card. Raises Impossible."""
    if turn.box in card.scores:
        raise _filled_box_problem(turn, card)
    if turn.dice is None:
        return _offer_for_score(turn, card, rule)
    if turn.score is not None:
        raise Impossible("score", _("Enter either the dice or the score, not both."))
    return _offer_for_dice(turn, turn.dice, card, rule)


def _filled_box_problem(turn: Turn, card: Card) -> Impossible:
    if len(card.scores) == len(BOXES):
        reason = _("%(player)s has had all 13 turns: every box is filled.", player=turn.player)
        return Impossible("box", reason)
    return Impossible(
        "box",
        _(
            "%(player)s has already filled %(box)s: choose another box.",
            player=turn.player,
            box=BOX_TITLES[turn.box],
        ),
    )


def _offer_for_dice(turn: Turn, dice: Dice, card: Card, rule: JokerRule) -> Offer:
    offer = offer_for_dice(card, turn.box, dice, rule)
    if offer.refusal:
        raise Impossible("box", offer.refusal)
    if turn.rolled_yahtzee and not yahtzee_number(dice):
        raise Impossible("rolled_yahtzee", _("Not a Yahtzee: the dice are not all equal."))
    return _scratch(turn, offer, card) if turn.scratch else offer


def _scratch(turn: Turn, offer: Offer, card: Card) -> Offer:
    if offer.joker and offer.box_points:
        reason = _(
            "A joker cannot be scratched: these dice score %(points)s in %(box)s.",
            points=offer.box_points,
            box=BOX_TITLES[turn.box],
        )
        raise Impossible("scratch", reason)
    return offer if offer.joker else offer_for_points(card, turn.box, 0)


def _offer_for_score(turn: Turn, card: Card, rule: JokerRule) -> Offer:
    if turn.score is None:
        raise Impossible("dice", _("Enter the five dice, or the score."))
    if turn.scratch and turn.score:
        raise Impossible("scratch", _("A scratched box scores 0, not %(score)s.", score=turn.score))
    check_score(card, turn.box, turn.score, turn.rolled_yahtzee, rule)
    return offer_for_points(
        card, turn.box, turn.score, joker=turn.rolled_yahtzee and "yahtzee" in card.scores
    )
