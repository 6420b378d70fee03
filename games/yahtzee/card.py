"""One player's score card, and its sums."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.contract import Seat
from games.yahtzee.boxes import BOXES, LOWER, UPPER, UPPER_NUMBER, Box

UPPER_BONUS_FROM, UPPER_BONUS = 63, 35
"""The upper sum that earns the bonus (three of each number), and the bonus."""

YAHTZEE_BONUS = 100


@dataclass(slots=True)
class Card:
    """`scores`: the points in each filled box, without bonuses, in the order of the turns.

    `yahtzee_bonuses`: their number; each is worth 100.
    """

    player: Seat
    scores: dict[Box, int] = field(default_factory=dict)
    yahtzee_bonuses: int = 0

    def fill(self, box: Box, points: int, yahtzee_bonus: bool = False) -> None:
        self.scores[box] = points
        self.yahtzee_bonuses += yahtzee_bonus

    @property
    def boxes(self) -> dict[Box, int | None]:
        """All thirteen boxes in the order of the card, with None for an open one."""
        return {box: self.scores.get(box) for box in BOXES}

    @property
    def open_boxes(self) -> tuple[Box, ...]:
        return tuple(box for box in BOXES if box not in self.scores)

    @property
    def turns_left(self) -> int:
        return len(BOXES) - len(self.scores)

    @property
    def upper_sum(self) -> int:
        """The sum of the upper boxes, without the bonus."""
        return self._sum(UPPER)

    @property
    def upper_bonus(self) -> int:
        return UPPER_BONUS if self.upper_sum >= UPPER_BONUS_FROM else 0

    @property
    def upper_bonus_gap(self) -> int:
        """The points that the upper bonus still takes; 0 once it is earned."""
        return max(0, UPPER_BONUS_FROM - self.upper_sum)

    @property
    def upper_bonus_possible(self) -> bool:
        """True if the upper bonus is earned, or five of each open number would earn it."""
        return self.upper_bonus_gap <= 5 * sum(
            UPPER_NUMBER[box] for box in UPPER if box not in self.scores
        )

    @property
    def over_par(self) -> int:
        """How far the filled upper boxes are ahead of three of each number; negative if behind."""
        return sum(self.scores[box] - 3 * UPPER_NUMBER[box] for box in UPPER if box in self.scores)

    @property
    def lower_sum(self) -> int:
        """The sum of the lower boxes, without the Yahtzee bonuses."""
        return self._sum(LOWER)

    @property
    def total(self) -> int:
        return (
            self.upper_sum
            + self.upper_bonus
            + self.lower_sum
            + YAHTZEE_BONUS * self.yahtzee_bonuses
        )

    def _sum(self, boxes: Iterable[Box]) -> int:
        return sum([self.scores.get(box, 0) for box in boxes])


def upper_bonus(upper_sum: int, points: int) -> int:
    """Return the bonus that these points in an upper box earn a card with that sum before."""
    return UPPER_BONUS if upper_sum < UPPER_BONUS_FROM <= upper_sum + points else 0


def next_player(cards: Sequence[Card]) -> Seat | None:
    """Return the first seat among those with the fewest turns; None when all cards are full."""
    card = max(cards, key=lambda card: card.turns_left)
    return card.player if card.turns_left else None


def turns_left(cards: Iterable[Card]) -> int:
    """Return how many turns the game still has, for all players together."""
    return sum(card.turns_left for card in cards)
