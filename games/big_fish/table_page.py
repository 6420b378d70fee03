"""The table page of Big Fish: the mistake card and the open bonus cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.big_fish.bonus import BONUS_POINTS, CONDITIONS, LETTERS
from games.big_fish.entries import Mistake
from games.big_fish.play import play_entries
from games.big_fish.state import MISTAKE_POINTS, GameState
from games.contract import EntryContext, GameOver, Result, Text


class OpenBonus(NamedTuple):
    """A bonus card and its owners; `provisional` for B and C, which move until the end."""

    letter: str
    condition: Text
    points: int
    owners: Sequence[tuple[int, str]]
    provisional: bool = False


@dataclass(frozen=True)
class TablePage:
    context: EntryContext
    mistake_points: int = MISTAKE_POINTS

    @cached_property
    def results_and_state(self) -> tuple[list[Result], GameState]:
        return play_entries(self.context.setup, self.context.entries)

    @property
    def state(self) -> GameState:
        return self.results_and_state[1]

    @property
    def last_entry_number(self) -> int | None:
        """The number, from 1, of the entry that ended the game, for a mistake card to go before it.

        None if that entry is a mistake itself, as in a game ended early: then it is the last word
        on who has the card.
        """
        results = enumerate(self.results_and_state[0], 1)
        last = max(
            [number for number, result in results if not isinstance(result.problem, GameOver)],
            default=0,
        )
        return last if last and not isinstance(self.context.entries[last - 1], Mistake) else None

    @property
    def mistake_seats(self) -> list[tuple[int, str, bool]]:
        """The players, and whether the mistake card lies there."""
        holder = self.state.mistake_holder
        return [(seat, name, seat == holder) for seat, name in enumerate(self.context.names)]

    @property
    def open_bonuses(self) -> list[OpenBonus]:
        """The drawn one of A, B and C, and D to I."""
        card = self.state.drawn
        if not card:
            return []
        first = self.row_bonus("A") if card == "A" else self.final_bonus(card)
        return [first, *(self.row_bonus(letter) for letter in LETTERS if letter != "A")]

    def row_bonus(self, letter: str) -> OpenBonus:
        owners = [
            (seat, self.context.names[seat])
            for card, seat in self.state.owners.items()
            if card == letter
        ]
        return OpenBonus(letter, CONDITIONS[letter], BONUS_POINTS[letter], owners)

    def final_bonus(self, letter: str) -> OpenBonus:
        points = self.state.drawn_card_points() if not self.state.is_undecided else ()
        owners = [(seat, self.context.names[seat]) for seat, n in enumerate(points) if n]
        best = max(points, default=0) or BONUS_POINTS[letter]
        return OpenBonus(letter, CONDITIONS[letter], best, owners, provisional=True)
