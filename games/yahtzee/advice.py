"""A good player's view of an offer: not its points, but what the box would bring otherwise."""

from games.yahtzee.boxes import UPPER_NUMBER, Box
from games.yahtzee.offer import Offer

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


def advantage(box: Box, offer: Offer, bonus_open: bool = True) -> float:
    """Return how far an offer is ahead of what the box usually brings.

    While the upper bonus is open, three of a number are on the way to it, and fewer are not.
    """
    upper = bonus_open and box in UPPER_NUMBER
    return offer.points - USUAL[box] + (offer.box_points - 3 * UPPER_NUMBER[box] if upper else 0)
