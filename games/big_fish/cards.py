"""The fish cards, and how a row of five falls into plus and minus."""

from typing import NamedTuple

from games.contract import Impossible
from games.contract import gettext as _

COLOURS = ("R", "Y", "G", "B", "P")
VALUES = range(1, 7)
CARDS = tuple(f"{colour}{value}" for colour in COLOURS for value in VALUES)
"""Every card there is, as it is written: "R4". How many of each are in the box is not known."""

ROW = 5

Cards = tuple[str, ...]

_KNOWN = frozenset(CARDS)


class Split(NamedTuple):
    """A row as its catcher takes it: the cards for the plus pile and those for the minus pile, as they were named."""

    plus: Cards
    minus: Cards

    @property
    def gain(self) -> int:
        """What the plus cards are worth."""
        return sum(map(value, self.plus))

    @property
    def loss(self) -> int:
        """What the minus cards cost, as a number above 0."""
        return sum(map(value, self.minus))

    @property
    def sum(self) -> int:
        return self.gain - self.loss

    @property
    def ones(self) -> int:
        """How many 1s go to the plus pile."""
        return sum(value(card) == 1 for card in self.plus)


def colour(card: str) -> str:
    return card[0]


def value(card: str) -> int:
    return int(card[1])


def check_row(cards: Cards) -> None:
    """Raises Impossible for what is no row."""
    if len(cards) != ROW:
        raise Impossible("cards", _("A row has 5 cards, not %(count)s.", count=len(cards)))
    for card in cards:
        if card not in _KNOWN:
            unknown = _("There is no card “%(card)s”: a card is a colour (R, Y, G, B or P) and 1 to 6.", card=card)
            raise Impossible("cards", unknown)


def split(cards: Cards) -> Split:
    """The highest of each colour goes to the plus pile, of a single colour the two highest; of equal cards one."""
    plus = _highest(cards)
    return Split(
        plus=tuple([card for place, card in enumerate(cards) if place in plus]),
        minus=tuple([card for place, card in enumerate(cards) if place not in plus]),
    )


def _highest(cards: Cards) -> set[int]:
    """The places of the cards for the plus pile."""
    best_first = sorted(range(len(cards)), key=lambda place: -value(cards[place]))
    first: dict[str, int] = {}
    for place in best_first:
        first.setdefault(colour(cards[place]), place)
    return set(best_first[:2]) if len(first) == 1 else set(first.values())
