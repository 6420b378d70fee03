"""A row as the entry form previews it: what each card is worth, and which bonus cards it earns."""

from typing import NamedTuple

from games.big_fish.bonus import BONUS_POINTS, CONDITIONS
from games.big_fish.cards import Cards, plus_positions, split_row, value_of
from games.big_fish.offer import bonus_offer
from games.big_fish.state import GameState
from games.contract import EntryContext, Seat, Text


class BonusCard(NamedTuple):
    """`owner` is the name of the player who has the card, or "".

    `selected`: the card is ticked, moves in addition to another one, or is the catcher's already.
    """

    letter: str
    condition: Text
    points: int
    owner: str = ""
    selected: bool = False


class RowPreview(NamedTuple):
    """`card_points`: the points of each card, negative for the minus pile.

    Bonus cards: `automatic` come without a choice, one of `choices` may be taken, and `unavailable`
    ones have an owner.
    """

    card_points: list[int]
    plus: int
    minus: int
    automatic: list[BonusCard]
    choices: list[BonusCard]
    unavailable: list[BonusCard]

    @property
    def sum(self) -> int:
        return self.plus - self.minus

    @property
    def only_bonus(self) -> str | None:
        """The bonus card that nobody needs to name, except an A that moves as an extra."""
        return next((card.letter for card in self.automatic if not card.selected), None)


def preview_row(
    context: EntryContext, state: GameState, player: Seat | None, cards: Cards, bonus: str
) -> RowPreview:
    """Return the preview of a row of five; the bonus cards depend on the player."""
    row, plus = split_row(cards), plus_positions(cards)
    card_points = [value_of(card) if i in plus else -value_of(card) for i, card in enumerate(cards)]
    if player is None:
        return RowPreview(card_points, row.gain, row.loss, [], [], [])
    offer = bonus_offer(state, context.setup, player, cards)
    owners: dict[str, str] = {letter: context.names[seat] for letter, seat in state.owners.items()}

    def card(letter: str, selected: bool = False) -> BonusCard:
        return BonusCard(
            letter, CONDITIONS[letter], BONUS_POINTS[letter], owners.get(letter, ""), selected
        )

    extra = [card("A", selected=True)] if offer.a_moves else []
    only = [card(offer.only_card)] if offer.only_card else []
    choices = (
        [] if offer.only_card else [card(letter, letter == bonus) for letter in offer.available]
    )
    unavailable = [card(letter, owner == player) for letter, owner in offer.unavailable]
    return RowPreview(card_points, row.gain, row.loss, extra + only, choices, unavailable)
