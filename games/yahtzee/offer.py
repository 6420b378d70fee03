"""What dice bring in an open box of a card, now: the points written there and the bonuses that come with them."""

from typing import NamedTuple

from games.contract import Text
from games.yahtzee.boxes import NUMBER, Box, Dice, worth, yahtzee_of
from games.yahtzee.card import Card, upper_bonus
from games.yahtzee.jokers import JokerRule, forbidden, is_joker, joker_worth, yahtzee_bonus


class Offer(NamedTuple):
    """`written`: the points that go into the box. With `forbidden`, the reason why the dice may not go there."""

    written: int
    upper_bonus: int = 0
    yahtzee_bonus: int = 0
    joker: bool = False
    forbidden: Text | None = None

    @property
    def points(self) -> int:
        """All that the turn would bring."""
        return self.written + self.upper_bonus + self.yahtzee_bonus


def offers(card: Card, dice: Dice, rule: JokerRule) -> dict[Box, Offer]:
    """What these dice bring in each box that is open. Raises Impossible for what is no roll."""
    return {box: offer(card, box, dice, rule) for box in card.open}


def offer(card: Card, box: Box, dice: Dice, rule: JokerRule) -> Offer:
    """What these dice bring in this open box. Raises Impossible for what is no roll."""
    number = yahtzee_of(dice)
    if not is_joker(card, number):
        return written(card, box, worth(box, dice))
    if reason := forbidden(card, box, number, rule):
        return Offer(0, joker=True, forbidden=reason)
    return written(card, box, joker_worth(card, box, number), joker=True)


def written(card: Card, box: Box, points: int, joker: bool = False) -> Offer:
    """What it brings to write these points into this open box, for a joker or for another roll."""
    upper = upper_bonus(card.upper, points) if box in NUMBER else 0
    return Offer(points, upper, yahtzee_bonus(card) if joker else 0, joker)
