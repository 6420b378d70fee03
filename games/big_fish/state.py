"""The state of a game: the players' piles, and who has which bonus card and the mistake card."""

from dataclasses import dataclass, field

from games.big_fish.bonus import BONUS_POINTS, LETTERS, TIE_POINTS, DrawnCard, Letter
from games.big_fish.cards import SplitRow
from games.big_fish.entries import Options
from games.contract import Seat, Setup

MISTAKE_POINTS = 5
"""The points that the mistake card costs its holder."""

ROWS_PER_PLAYER = 3
"""The 15 cards per player are exactly the rows of the game: 12 in hand, and 3 to open rows with."""

MAX_ROWS = 12
"""The most rows that one player can catch: each takes a card from hand, and a hand has 12."""


@dataclass(slots=True)
class Piles:
    """The piles of one player; `minus` is a positive number.

    `plus_cards` and `ones` are None if the player counted the piles without them. `is_counted`:
    the piles were counted at the end of the game.
    """

    player: Seat
    plus: int = 0
    minus: int = 0
    plus_cards: int | None = 0
    ones: int | None = 0
    catches: int = 0
    is_counted: bool = False

    def add_row(self, row: SplitRow) -> None:
        self.plus += row.gain
        self.minus += row.loss
        self.plus_cards = (self.plus_cards or 0) + len(row.plus)
        self.ones = (self.ones or 0) + row.ones
        self.catches += 1


@dataclass(slots=True)
class GameState:
    """`piles` are in seat order. `owners`: who has which bonus card.

    `bonus_entries`: the number of the entry, from 0, that gave each bonus card to its owner.
    `entry_number`: the number of the current entry.
    """

    drawn: DrawnCard | None
    piles: tuple[Piles, ...]
    owners: dict[Letter, Seat] = field(default_factory=dict)
    mistake_holder: Seat | None = None
    bonus_entries: dict[Letter, int] = field(default_factory=dict)
    entry_number: int = 0

    @property
    def rows(self) -> int:
        """The number of rows in a complete game."""
        return ROWS_PER_PLAYER * len(self.piles)

    @property
    def max_rows(self) -> int:
        """The most rows that one player can catch."""
        return min(self.rows, MAX_ROWS)

    @property
    def catches(self) -> int:
        return sum([piles.catches for piles in self.piles])

    @property
    def catches_left(self) -> int:
        return self.rows - self.catches

    @property
    def players_counted(self) -> int:
        return sum([piles.is_counted for piles in self.piles])

    @property
    def counts_piles(self) -> bool:
        return self.players_counted > 0

    @property
    def is_undecided(self) -> bool:
        """True if the table may still either enter each catch or count at the end."""
        return not (self.catches or self.counts_piles)

    @property
    def complete(self) -> bool:
        """True if all rows are caught, or the piles of all players are counted."""
        return not self.catches_left or self.players_counted == len(self.piles)

    def give_bonus(self, letter: Letter, player: Seat) -> None:
        self.owners[letter], self.bonus_entries[letter] = player, self.entry_number

    def bonuses_of(self, seat: Seat) -> tuple[Letter, ...]:
        return tuple([letter for letter in LETTERS if self.owners.get(letter) == seat])

    def drawn_card_points(self) -> tuple[int, ...]:
        """Return what B or C would score for each player if the game ended now; 0 without them."""
        best = self._drawn_card_leaders()
        points = BONUS_POINTS[self.drawn or "B"] if len(best) == 1 else TIE_POINTS
        return tuple([points if piles.player in best else 0 for piles in self.piles])

    def _drawn_card_leaders(self) -> tuple[Seat, ...]:
        """Return who has the fewest plus cards (B), or the most 1s (C).

        Piles that nobody counted are unknown, not empty.
        """
        known_piles = [piles for piles in self.piles if piles.is_counted or not self.counts_piles]
        if self.drawn == "B":
            cards = {piles.player: piles.plus_cards or 0 for piles in known_piles}
            return tuple(seat for seat, count in cards.items() if count == min(cards.values()))
        if self.drawn == "C":
            ones = {piles.player: piles.ones or 0 for piles in known_piles}
            return tuple(
                seat for seat, count in ones.items() if count and count == max(ones.values())
            )
        return ()


def new_state(setup: Setup[Options]) -> GameState:
    """Return the state before the first entry."""
    return GameState(
        setup.options.drawn_card, tuple([Piles(Seat(seat)) for seat in range(setup.seats)])
    )
