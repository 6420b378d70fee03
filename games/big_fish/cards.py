"""The fish cards, and how a row of five is split into plus and minus."""

from typing import NamedTuple

from games.contract import Impossible
from games.contract import gettext as _

COLOURS = ("R", "Y", "G", "B", "P")
VALUES = range(1, 7)
CARDS = tuple(f"{colour}{value}" for colour in COLOURS for value in VALUES)
"""Every kind of card, as in a record: "R4". The rulebook does not say how many of each exist."""

ROW_SIZE = 5

Cards = tuple[str, ...]

_CARDS = frozenset(CARDS)


class SplitRow(NamedTuple):
    """A row, split into the cards for the plus pile and for the minus pile, each in their order."""

    plus: Cards
    minus: Cards

    @property
    def gain(self) -> int:
        """The value of the plus cards."""
        return sum(map(value_of, self.plus))

    @property
    def loss(self) -> int:
        """The value of the minus cards, as a positive number."""
        return sum(map(value_of, self.minus))

    @property
    def sum(self) -> int:
        return self.gain - self.loss

    @property
    def ones(self) -> int:
        """The number of 1s for the plus pile."""
        return sum(value_of(card) == 1 for card in self.plus)


def colour_of(card: str) -> str:
    return card[0]


def value_of(card: str) -> int:
    return int(card[1])


def is_row(cards: Cards) -> bool:
    return len(cards) == ROW_SIZE and _CARDS.issuperset(cards)


def check_row(cards: Cards) -> None:
    """Raise Impossible unless these cards can be a row."""
    if len(cards) != ROW_SIZE:
        raise Impossible("cards", _("A row has 5 cards, not %(count)s.", count=len(cards)))
    for card in cards:
        if card not in _CARDS:
            reason = _(
                "“%(card)s” is not a card: a card has a colour (R, Y, G, B or P) and"
                " a value from 1 to 6.",
                card=card,
            )
            raise Impossible("cards", reason)


def split_row(cards: Cards) -> SplitRow:
    """Split a row: the highest card of each colour is plus, and of equal cards only one.

    In a row of one colour the two highest cards are plus.
    """
    plus = plus_positions(cards)
    return SplitRow(
        plus=tuple([card for position, card in enumerate(cards) if position in plus]),
        minus=tuple([card for position, card in enumerate(cards) if position not in plus]),
    )


def plus_positions(cards: Cards) -> set[int]:
    """Return the positions of the cards for the plus pile; of equal cards that of the first."""
    best_first = sorted(range(len(cards)), key=lambda position: -value_of(cards[position]))
    highest: dict[str, int] = {}
    for position in best_first:
        highest.setdefault(colour_of(cards[position]), position)
    return set(best_first[:2]) if len(highest) == 1 else set(highest.values())
