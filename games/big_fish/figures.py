"""Each player's figures for statistics: catches, bonus cards and mistake cards.

A table that counts its piles does not say who caught how many rows, nor how often the mistake card
moved. Nothing is known of a player whose piles nobody counted.
"""

from collections.abc import Iterator, Sequence

from games.big_fish.bonus import LETTERS
from games.big_fish.entries import Entry, Mistake, Options
from games.big_fish.play import state_after
from games.big_fish.state import GameState, Piles
from games.contract import Counted, Figure, Scoreboard, Setup
from games.contract import gettext as _
from games.kit.figures import counted_entries

CATCHES, BONUS, MISTAKES = "catches", "bonus", "mistakes"

KINDS = {
    CATCHES: Figure(_("Catches")),
    BONUS: Figure(_("Bonus cards"), detail_title=lambda card: _("Bonus card %(card)s", card=card)),
    MISTAKES: Figure(_("Mistake cards, without counted piles")),
}


def count_figures(
    setup: Setup[Options], entries: Sequence[Entry], board: Scoreboard
) -> list[list[Counted]]:
    state = state_after(setup, entries)
    if state.undecided:
        return [[] for _seat in range(setup.seats)]
    if state.counts_piles:
        return [
            list(_bonus_figures(piles, state)) if piles.counted else [] for piles in state.piles
        ]
    mistakes = [one for one in counted_entries(entries, board) if isinstance(one, Mistake)]
    return [
        [
            Counted(CATCHES, piles.catches),
            *_bonus_figures(piles, state),
            Counted(MISTAKES, sum([one.player == piles.player for one in mistakes])),
        ]
        for piles in state.piles
    ]


def _bonus_figures(piles: Piles, state: GameState) -> Iterator[Counted]:
    """Yield whether the player had each bonus card at the end; nothing in the basic game."""
    if not state.drawn:
        return
    owned: set[str] = {*state.bonuses_of(piles.player)}
    if state.drawn_card_points()[piles.player]:
        owned.add(state.drawn)
    for letter in (state.drawn, *LETTERS[1:]):
        yield Counted(BONUS, int(letter in owned), detail=letter)
