"""What lies on the table: everybody's piles, who has which bonus card, and who has the mistake card."""

from dataclasses import dataclass, field

from games.big_fish.bonus import LETTERS, SHARED, WORTH, Drawn, Letter
from games.big_fish.cards import Split
from games.big_fish.entries import Options
from games.contract import Seat, Setup

MISTAKE = 5
"""What the mistake card costs whoever holds it."""

ROWS_EACH = 3
"""3n rows of five are just the cards that n players have: 12 each, three rows opened, 3(n - 1) to open further ones."""

MOST_ROWS = 12
"""Nobody catches more rows: that takes a card of one's own each, and everyone has twelve."""


@dataclass(slots=True)
class Piles:
    """What lies before one player; `minus` is a number above 0.

    `plus_cards` and `ones`: None where the piles were counted without them. `counted`: at the end, all at once.
    """

    player: Seat
    plus: int = 0
    minus: int = 0
    plus_cards: int | None = 0
    ones: int | None = 0
    catches: int = 0
    counted: bool = False

    def take(self, row: Split) -> None:
        self.plus += row.gain
        self.minus += row.loss
        self.plus_cards = (self.plus_cards or 0) + len(row.plus)
        self.ones = (self.ones or 0) + row.ones
        self.catches += 1


@dataclass(slots=True)
class Table:
    """`piles` are in seat order. `owners`: who has which bonus card. `mistake`: who holds that card.

    `given`: which entry, from 0, gave each bonus card to its owner; `now`: which one is being made.
    """

    drawn: Drawn | None
    piles: tuple[Piles, ...]
    owners: dict[Letter, Seat] = field(default_factory=dict)
    mistake: Seat | None = None
    given: dict[Letter, int] = field(default_factory=dict)
    now: int = 0

    @property
    def rows(self) -> int:
        """How many rows are caught in a whole game."""
        return ROWS_EACH * len(self.piles)

    @property
    def most_rows(self) -> int:
        """How many rows one player can catch."""
        return min(self.rows, MOST_ROWS)

    @property
    def catches(self) -> int:
        return sum([piles.catches for piles in self.piles])

    @property
    def catches_left(self) -> int:
        return self.rows - self.catches

    @property
    def counted(self) -> int:
        """How many players have counted their piles."""
        return sum([piles.counted for piles in self.piles])

    @property
    def counting(self) -> bool:
        """Whether this table counts its piles at the end."""
        return self.counted > 0

    @property
    def undecided(self) -> bool:
        """Whether this table may still do both: catch by catch, or count at the end."""
        return not (self.catches or self.counting)

    @property
    def complete(self) -> bool:
        """Whether all rows are caught, or everybody's piles are counted."""
        return not self.catches_left or self.counted == len(self.piles)

    def give(self, letter: Letter, player: Seat) -> None:
        """Moves a bonus card to this player."""
        self.owners[letter], self.given[letter] = player, self.now

    def bonuses(self, seat: Seat) -> tuple[Letter, ...]:
        """The bonus cards before this player."""
        return tuple([letter for letter in LETTERS if self.owners.get(letter) == seat])

    def drawn_worth(self) -> tuple[int, ...]:
        """What B or C would bring each if the game ended now; all 0 in a game without them."""
        best = self._nearest()
        points = WORTH[self.drawn or "B"] if len(best) == 1 else SHARED
        return tuple([points if piles.player in best else 0 for piles in self.piles])

    def _nearest(self) -> tuple[Seat, ...]:
        """Who has the fewest plus cards, for B, or the most 1s, for C. Uncounted piles are unknown, not empty."""
        known = [piles for piles in self.piles if piles.counted or not self.counting]
        if self.drawn == "B":
            cards = {piles.player: piles.plus_cards or 0 for piles in known}
            return tuple(seat for seat, count in cards.items() if count == min(cards.values()))
        if self.drawn == "C":
            ones = {piles.player: piles.ones or 0 for piles in known}
            return tuple(seat for seat, count in ones.items() if count and count == max(ones.values()))
        return ()


def laid(setup: Setup[Options]) -> Table:
    """The table before anything was caught."""
    return Table(setup.options.on_table, tuple([Piles(Seat(seat)) for seat in range(setup.seats)]))
