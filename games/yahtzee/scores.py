"""Which scores an open box can have now, for a table that keeps no dice; and why it cannot have another.

A score can be had if some roll gives it in that box, as the card stands; a score of 0 is a scratch.
"""

from games.contract import Impossible, Text
from games.contract import gettext as _
from games.yahtzee.boxes import BOXES, FACES, FIXED, NUMBER, ROLLS, Box, worth, yahtzee_of
from games.yahtzee.card import Card
from games.yahtzee.jokers import JokerRule, forbidden, joker_worth, lower_open, possible_numbers
from games.yahtzee.names import TITLES

UNLIKE: dict[Box, frozenset[int]] = {
    box: frozenset([0, *(worth(box, roll) for roll in ROLLS if not yahtzee_of(roll))]) for box in BOXES
}
"""What rolls other than a Yahtzee can bring in each box, whatever else the card says; they may all be scratched."""

EQUAL: dict[Box, frozenset[int]] = {
    box: frozenset([0, *(worth(box, (number,) * 5) for number in FACES)]) for box in BOXES
}
"""What a Yahtzee can bring that is no joker."""


def scores(card: Card, box: Box, rolled_yahtzee: bool, rule: JokerRule) -> frozenset[int]:
    """What can be written into this open box after a Yahtzee, or after any other roll. Bonuses come on top."""
    if not rolled_yahtzee:
        return UNLIKE[box]
    if "yahtzee" not in card.filled:
        return EQUAL[box]
    return frozenset(joker_worth(card, box, number) for number in possible_numbers(card, box, rule))


def check_score(card: Card, box: Box, score: int, rolled_yahtzee: bool, rule: JokerRule) -> None:
    """Raises Impossible for a score that this open box cannot have, with the field to mend and the reason."""
    if score in scores(card, box, rolled_yahtzee, rule):
        return
    if not rolled_yahtzee:
        raise _no_such_roll(box, score)
    raise Impossible("score", _no_such_yahtzee(card, box, score, rule))


def _no_such_roll(box: Box, score: int) -> Impossible:
    if score not in EQUAL[box]:
        return Impossible("score", _("No roll gives %(score)s in %(box)s.", score=score, box=TITLES[box]))
    only = _(
        "Only five equal dice give %(score)s in %(box)s: say that a Yahtzee was rolled.", score=score, box=TITLES[box]
    )
    return Impossible("rolled_yahtzee", only)


def _no_such_yahtzee(card: Card, box: Box, score: int, rule: JokerRule) -> Text:
    if score not in EQUAL[box] and score != FIXED.get(box):
        return _("Five equal dice do not give %(score)s in %(box)s.", score=score, box=TITLES[box])
    if "yahtzee" not in card.filled:
        return _(
            "Five equal dice are worth 0 in %(box)s while %(player)s’s Yahtzee box is open: that is no joker yet.",
            box=TITLES[box],
            player=card.player,
        )
    return _no_scratch(card, box, rule) if score == 0 else _no_such_joker(card, box, score, rule)


def _no_scratch(card: Card, box: Box, rule: JokerRule) -> Text:
    if not possible_numbers(card, box, rule) or (box in NUMBER and not lower_open(card)):
        return _all_open(card)
    if box in NUMBER:
        return _(
            "A joker goes to %(box)s for 0 only when no lower box is open, and %(player)s still has one.",
            box=TITLES[box],
            player=card.player,
        )
    return _("A joker always brings points in %(box)s, and they cannot be scratched.", box=TITLES[box])


def _no_such_joker(card: Card, box: Box, score: int, rule: JokerRule) -> Text:
    if box not in FIXED:
        return forbidden(card, box, score // 5, rule) or _all_open(card)
    if rule == "forced":
        return _all_open(card)
    return _(
        "A joker is worth %(score)s in %(box)s only once its own number’s box is filled, "
        "and %(player)s has all six open.",
        score=score,
        box=TITLES[box],
        player=card.player,
    )


def _all_open(card: Card) -> Text:
    return _("A joker must go to its own number’s box first, and %(player)s has all six open.", player=card.player)
