"""The entry page of Big Fish beside the form's fields: entry types, players and cards."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.big_fish.bonus import BONUS_POINTS, CONDITIONS, LETTERS
from games.big_fish.cards import COLOURS, VALUES
from games.big_fish.descriptions import COLOUR_NAMES
from games.big_fish.row_preview import BonusCard
from games.contract import Text
from games.contract import gettext as _

if TYPE_CHECKING:
    from games.big_fish.forms import EntryForm


class SeatChoice(NamedTuple):
    number: int
    name: str
    selected: bool


@dataclass(frozen=True)
class EntryPage:
    form: "EntryForm"

    @property
    def title(self) -> Text | None:
        """The heading while the table may still choose between a catch and counting the piles."""
        form = self.form
        undecided = form.state.undecided and form.context.position is None
        return _("Entry %(number)s", number=1) if undecided else None

    @property
    def type_choices(self) -> list[tuple[str, Text]]:
        """The entry types to choose from; empty if there is only one."""
        if self.form.context.position is not None:
            row, piles = ("catch", _("A row")), ("count", _("Piles"))
            return [
                piles if self.form.final_state.counts_piles else row,
                ("mistake", _("Mistake card")),
            ]
        if self.form.context.only is not None:
            return []
        if self.form.state.undecided and self.form.entry_type != "mistake":
            return [("catch", _("Catch by catch")), ("count", _("Count at the end"))]
        return []

    @property
    def types(self) -> list[str]:
        """The entry types for which the page has fields; it shows those of one type."""
        return [entry_type for entry_type, label in self.type_choices] or [self.form.entry_type]

    @property
    def more_follow(self) -> bool:
        """True if the game goes on after this entry, so that it can be saved and the next begun."""
        state = self.form.state
        if state.counts_piles:
            return len(state.piles) - state.players_counted > 1
        return state.catches_left > 1

    @property
    def player_legend(self) -> Text:
        if self.form.context.position is not None:
            return _("Who was it?")
        return (
            _("Who takes the mistake card?")
            if self.form.entry_type == "mistake"
            else _("Who took the row?")
        )

    @property
    def player_choices(self) -> list[SeatChoice]:
        return self.seat_choices("player")

    @property
    def counted_choices(self) -> list[SeatChoice]:
        return self.seat_choices("counted")

    def seat_choices(self, field: str) -> list[SeatChoice]:
        selected = self.form.selected_seat(field)
        return [
            SeatChoice(seat, self.form.context.names[seat], seat == selected)
            for seat in self.form.context.seats
        ]

    def card_choices(self) -> tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...]:
        """Each colour, its name, and its cards with their values."""
        return tuple(
            (
                colour,
                str(COLOUR_NAMES[colour]),
                tuple((f"{colour}{value}", value) for value in VALUES),
            )
            for colour in COLOURS
        )

    @property
    def number_fields(self) -> list[Any]:
        return [self.form[name] for name in self.form.number_names]

    def bonus_choices(self) -> list[BonusCard]:
        """The bonus cards to tick, with their owners if others have ticked them before."""
        state, ticked = self.form.state, self.form["bonuses"].value() or []
        known = "A" if state.drawn == "A" else ticked
        letters = [letter for letter in LETTERS if letter != "A" or letter in known]
        owners = {letter: self.form.context.names[seat] for letter, seat in state.owners.items()}
        return [
            BonusCard(
                letter,
                CONDITIONS[letter],
                BONUS_POINTS[letter],
                owners.get(letter, ""),
                letter in ticked,
            )
            for letter in letters
        ]
