"""What a table notes of Big Fish: rows as they are caught, or the piles at the end; and who has erred."""

from dataclasses import dataclass
from typing import ClassVar

from games.big_fish.bonus import Drawn, Letter
from games.big_fish.cards import Cards
from games.contract import Impossible, Seat
from games.contract import gettext as _


@dataclass(frozen=True, slots=True)
class Options:
    """`advanced`: with bonus cards. `drawn`: which of A, B and C lies on the table then.

    `a_is_extra`: A moves beside the one card that a row may take, not in its place.
    """

    advanced: bool = False
    drawn: Drawn | None = None
    a_is_extra: bool = False

    def __post_init__(self) -> None:
        if self.advanced and self.drawn is None:
            raise Impossible("drawn", _("Say which of the bonus cards A, B and C was drawn."))

    @property
    def on_table(self) -> Drawn | None:
        """The one of A, B and C that is in the game; in the basic game none is."""
        return self.drawn if self.advanced else None


@dataclass(frozen=True, slots=True)
class Catch:
    """A row of five, and the bonus card taken with it: None for the only one there is to take, or for none."""

    type: ClassVar[str] = "catch"
    player: Seat
    cards: Cards
    bonus: Letter | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A card laid against the rules: the mistake card goes to this player."""

    type: ClassVar[str] = "mistake"
    player: Seat


@dataclass(frozen=True, slots=True)
class Count:
    """One player's piles, counted at the end: what they are worth, and as many cards as the drawn card asks for.

    `bonuses`: the cards A and D to I that lie there. B and C are not named: the piles decide on them.
    """

    type: ClassVar[str] = "count"
    player: Seat
    plus: int
    minus: int
    plus_cards: int | None = None
    ones: int | None = None
    bonuses: tuple[Letter, ...] = ()


Entry = Catch | Mistake | Count
