"""One player's score card, and what its sums come to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.contract import Seat
from games.yahtzee.boxes import BOXES, LOWER, NUMBER, UPPER, Box

ENOUGH, UPPER_BONUS = 63, 35
"""The upper sum that earns the bonus, which is three of each number; and the bonus."""

YAHTZEE_BONUS = 100


@dataclass(slots=True)
class Card:
    """`filled`: points by box, in the order they were filled, without any bonus; a box that is not in it is open.

    `yahtzee_bonuses`: how many, each worth 100.
    """

    player: Seat
    filled: dict[Box, int] = field(default_factory=dict)
    yahtzee_bonuses: int = 0

    def fill(self, box: Box, points: int, yahtzee_bonus: bool = False) -> None:
        self.filled[box] = points
        self.yahtzee_bonuses += yahtzee_bonus

    @property
    def boxes(self) -> dict[Box, int | None]:
        """All thirteen in the card's order, None where one is open."""
        return {box: self.filled.get(box) for box in BOXES}

    @property
    def open(self) -> tuple[Box, ...]:
        return tuple(box for box in BOXES if box not in self.filled)

    @property
    def turns_left(self) -> int:
        return len(BOXES) - len(self.filled)

    @property
    def upper(self) -> int:
        """The upper sum, without its bonus."""
        return self._sum(UPPER)

    @property
    def upper_bonus(self) -> int:
        return UPPER_BONUS if self.upper >= ENOUGH else 0

    @property
    def needed(self) -> int:
        """How many points the upper bonus still takes; 0 once it is earned."""
        return max(0, ENOUGH - self.upper)

    @property
    def in_reach(self) -> bool:
        """Whether five of each number still open would bring the upper bonus, or it is there already."""
        return self.needed <= 5 * sum(NUMBER[box] for box in UPPER if box not in self.filled)

    @property
    def over_par(self) -> int:
        """How far the filled upper boxes are ahead of three of each number, or behind if below 0."""
        return sum(self.filled[box] - 3 * NUMBER[box] for box in UPPER if box in self.filled)

    @property
    def lower(self) -> int:
        """The lower sum, without the Yahtzee bonuses."""
        return self._sum(LOWER)

    @property
    def total(self) -> int:
        return self.upper + self.upper_bonus + self.lower + YAHTZEE_BONUS * self.yahtzee_bonuses

    def _sum(self, boxes: Iterable[Box]) -> int:
        return sum([self.filled.get(box, 0) for box in boxes])


def upper_bonus(before: int, points: int) -> int:
    """The bonus that these points earn in an upper box of a card whose upper sum was `before`."""
    return UPPER_BONUS if before < ENOUGH <= before + points else 0


def next_player(cards: Sequence[Card]) -> Seat | None:
    """Whose turn it is: of those who have had the fewest turns, the first in seat order. None when all are full."""
    card = max(cards, key=lambda card: card.turns_left)
    return card.player if card.turns_left else None


def turns_left(cards: Iterable[Card]) -> int:
    """How many turns the game still has, all players together."""
    return sum(card.turns_left for card in cards)
