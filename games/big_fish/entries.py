"""The entries of Big Fish: a row caught, the mistake card, or piles counted at the end."""

from dataclasses import dataclass
from typing import ClassVar

from games.big_fish.bonus import DrawnCard, Letter
from games.big_fish.cards import Cards
from games.contract import Impossible, Seat
from games.contract import gettext as _


@dataclass(frozen=True, slots=True)
class Options:
    """`advanced`: play with bonus cards. `drawn`: which of A, B and C was drawn for it.

    `a_is_extra`: A moves in addition to the one bonus card that a row may take, not instead of it.
    """

    advanced: bool = False
    drawn: DrawnCard | None = None
    a_is_extra: bool = False

    def __post_init__(self) -> None:
        if self.advanced and self.drawn is None:
            raise Impossible("drawn", _("Choose which of the bonus cards A, B and C was drawn."))

    @property
    def drawn_card(self) -> DrawnCard | None:
        """The one of A, B and C that is in the game; None in the basic game."""
        return self.drawn if self.advanced else None


@dataclass(frozen=True, slots=True)
class Catch:
    """A row of five cards, and the bonus card taken with it.

    `bonus` is None if the row earns none, or only one that can be taken.
    """

    type: ClassVar[str] = "catch"
    player: Seat
    cards: Cards
    bonus: Letter | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """The mistake card goes to this player, who laid a card against the rules."""

    type: ClassVar[str] = "mistake"
    player: Seat


@dataclass(frozen=True, slots=True)
class Count:
    """The piles of one player, counted at the end.

    `plus` and `minus` are points. The number of plus cards, and of ones among them, is required if
    B or C was drawn. `bonuses` are the cards A and D to I in front of the player; B and C follow
    from the piles.
    """

    type: ClassVar[str] = "count"
    player: Seat
    plus: int
    minus: int
    plus_cards: int | None = None
    ones: int | None = None
    bonuses: tuple[Letter, ...] = ()


Entry = Catch | Mistake | Count
