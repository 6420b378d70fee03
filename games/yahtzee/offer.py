"""The score of the dice in an open box of a card: the points in the box, and the bonuses.

The points alone are no advice: a good player asks what the box would bring otherwise.
"""

from typing import NamedTuple

from games.contract import Text
from games.yahtzee.boxes import UPPER_NUMBER, Box, Dice, roll_points, yahtzee_number
from games.yahtzee.card import Card, upper_bonus
from games.yahtzee.jokers import JokerRule, is_joker, joker_points, joker_refusal, yahtzee_bonus

USUAL: dict[Box, float] = {
    **{box: 2.6 * number for box, number in UPPER_NUMBER.items()},
    "three_of_a_kind": 21,
    "four_of_a_kind": 14,
    "full_house": 19,
    "small_straight": 22,
    "large_straight": 26,
    "yahtzee": 14,
    "chance": 22,
}
"""The points that a box brings in the end, on average."""


class Offer(NamedTuple):
    """`box_points`: the points that go into the box.

    `refusal`: why the dice may not go there, or None.
    """

    box_points: int
    upper_bonus: int = 0
    yahtzee_bonus: int = 0
    joker: bool = False
    refusal: Text | None = None

    @property
    def points(self) -> int:
        return self.box_points + self.upper_bonus + self.yahtzee_bonus


def offers_for_dice(card: Card, dice: Dice, rule: JokerRule) -> dict[Box, Offer]:
    """Return what these dice score in each open box. Raises Impossible."""
    return {box: offer_for_dice(card, box, dice, rule) for box in card.open_boxes}


def offer_for_dice(card: Card, box: Box, dice: Dice, rule: JokerRule) -> Offer:
    """Return what these dice score in an open box. Raises Impossible."""
    number = yahtzee_number(dice)
    if not is_joker(card, number):
        return offer_for_points(card, box, roll_points(box, dice))
    if refusal := joker_refusal(card, box, number, rule):
        return Offer(0, joker=True, refusal=refusal)
    return offer_for_points(card, box, joker_points(card, box, number), joker=True)


def offer_for_points(card: Card, box: Box, points: int, joker: bool = False) -> Offer:
    """Return an offer of these points in an open box, with the bonuses that they earn."""
    upper = upper_bonus(card.upper_sum, points) if box in UPPER_NUMBER else 0
    return Offer(points, upper, yahtzee_bonus(card) if joker else 0, joker)


def advantage(box: Box, offer: Offer, bonus_open: bool = True) -> float:
    """Return how far an offer is ahead of what the box usually brings.

    While the upper bonus is open, three of a number are on the way to it, and fewer are not.
    """
    upper = bonus_open and box in UPPER_NUMBER
    return offer.points - USUAL[box] + (offer.box_points - 3 * UPPER_NUMBER[box] if upper else 0)
