"""The scores that an open box can have, for a table that enters no dice, and why not another.

A box can have a score if some roll gives it there, given the rest of the card, or 0 as a scratch.
"""

from games.contract import Impossible, Text
from games.contract import gettext as _
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import (
    BOXES,
    FACES,
    FIXED_POINTS,
    ROLLS,
    UPPER_NUMBER,
    Box,
    roll_points,
    yahtzee_number,
)
from games.yahtzee.card import Card
from games.yahtzee.jokers import (
    JokerRule,
    has_open_lower_box,
    joker_numbers,
    joker_points,
    joker_refusal,
)

PLAIN_SCORES: dict[Box, frozenset[int]] = {
    box: frozenset([0, *(roll_points(box, roll) for roll in ROLLS if not yahtzee_number(roll))])
    for box in BOXES
}
"""The scores of rolls other than a Yahtzee in each box of any card, or 0 for a scratch."""

YAHTZEE_SCORES: dict[Box, frozenset[int]] = {
    box: frozenset([0, *(roll_points(box, (number,) * 5) for number in FACES)]) for box in BOXES
}
"""The scores of a Yahtzee that is not a joker in each box, or 0 for a scratch."""


def possible_scores(card: Card, box: Box, rolled_yahtzee: bool, rule: JokerRule) -> frozenset[int]:
    """Return the scores of this open box after a Yahtzee, or any other roll, without bonuses."""
    if not rolled_yahtzee:
        return PLAIN_SCORES[box]
    if "yahtzee" not in card.scores:
        return YAHTZEE_SCORES[box]
    return frozenset(joker_points(card, box, number) for number in joker_numbers(card, box, rule))


def check_score(card: Card, box: Box, score: int, rolled_yahtzee: bool, rule: JokerRule) -> None:
    """Raise Impossible if this open box cannot have the score."""
    if score in possible_scores(card, box, rolled_yahtzee, rule):
        return
    if not rolled_yahtzee:
        raise _plain_score_problem(box, score)
    raise Impossible("score", _yahtzee_score_text(card, box, score, rule))


def _plain_score_problem(box: Box, score: int) -> Impossible:
    title = BOX_TITLES[box]
    if score not in YAHTZEE_SCORES[box]:
        return Impossible(
            "score", _("No roll scores %(score)s in %(box)s.", score=score, box=title)
        )
    reason = _(
        "Only a Yahtzee scores %(score)s in %(box)s: mark the roll as a Yahtzee.",
        score=score,
        box=title,
    )
    return Impossible("rolled_yahtzee", reason)


def _yahtzee_score_text(card: Card, box: Box, score: int, rule: JokerRule) -> Text:
    if score not in YAHTZEE_SCORES[box] and score != FIXED_POINTS.get(box):
        return _("A Yahtzee cannot score %(score)s in %(box)s.", score=score, box=BOX_TITLES[box])
    if "yahtzee" not in card.scores:
        return _(
            "A Yahtzee scores 0 in %(box)s while %(player)s’s Yahtzee box is open:"
            " it is not a joker yet.",
            box=BOX_TITLES[box],
            player=card.player,
        )
    if score == 0:
        return _joker_scratch_text(card, box, rule)
    return _joker_score_text(card, box, score, rule)


def _joker_scratch_text(card: Card, box: Box, rule: JokerRule) -> Text:
    if not joker_numbers(card, box, rule) or (box in UPPER_NUMBER and not has_open_lower_box(card)):
        return _own_box_text(card)
    if box in UPPER_NUMBER:
        return _(
            "A joker scores 0 in %(box)s only when all lower boxes are filled,"
            " and %(player)s still has one open.",
            box=BOX_TITLES[box],
            player=card.player,
        )
    return _("A joker always scores in %(box)s, so it cannot be scratched.", box=BOX_TITLES[box])


def _joker_score_text(card: Card, box: Box, score: int, rule: JokerRule) -> Text:
    if box not in FIXED_POINTS:
        return joker_refusal(card, box, score // 5, rule) or _own_box_text(card)
    if rule == "forced":
        return _own_box_text(card)
    return _(
        "A joker scores %(score)s in %(box)s only once the box of its own number is filled,"
        " and %(player)s has all six open.",
        score=score,
        box=BOX_TITLES[box],
        player=card.player,
    )


def _own_box_text(card: Card) -> Text:
    return _(
        "A joker must go to the box of its own number first, and %(player)s has all six open.",
        player=card.player,
    )
