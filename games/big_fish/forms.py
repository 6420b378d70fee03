"""The forms of Big Fish: a row caught, piles counted at the end, or the mistake card."""

from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.big_fish.bonus import BONUS_POINTS, CONDITIONS, LETTERS
from games.big_fish.cards import CARDS, COLOURS, ROW_SIZE, VALUES
from games.big_fish.descriptions import COLOUR_NAMES, describe_entry, describe_options
from games.big_fish.options_form import OptionsForm
from games.big_fish.row_preview import BonusCard, RowPreview, preview_row
from games.big_fish.rules import state_after
from games.big_fish.state import GameState
from games.big_fish.table_page import TablePage
from games.contract import Data, EntryContext, Seat, Text, gettext
from games.kit.choices import TappedField, TappedInput, tapped_inputs
from games.kit.forms.fields import TypedNumberField, chosen_field

__all__ = ["EntryForm", "OptionsForm", "TablePage", "describe_entry", "describe_options"]

FIELDS = {
    "catch": ("player", "cards", "bonus"),
    "mistake": ("player",),
    "count": ("counted", "plus", "minus", "plus_cards", "ones", "bonuses"),
}
"""The fields of each type of entry."""

MAX_NUMBER = 999


def pile_field(label: Any) -> TypedNumberField:
    """Return a field for a number from 0; a draft may leave it blank."""
    return TypedNumberField(0, MAX_NUMBER, sums=False, label=label)


class EntryForm(forms.Form):
    """`type` is the type of the entry. A table either catches rows or counts piles.

    `counted` is the player whose piles are counted: the page has both that field and `player`.
    """

    type = forms.ChoiceField(
        choices=[(name, name) for name in FIELDS], required=False, label=_("what to enter")
    )
    cards = TappedField(CARDS, ROW_SIZE, str, _("the five cards"))
    bonus = forms.ChoiceField(
        choices=[(letter, letter) for letter in LETTERS],
        required=False,
        label=_("the bonus card"),
    )
    plus = pile_field(_("plus"))
    minus = pile_field(_("minus"))
    plus_cards = pile_field(_("plus cards"))
    ones = pile_field(_("ones in plus"))
    bonuses = forms.MultipleChoiceField(
        choices=[(letter, letter) for letter in LETTERS], required=False, label=_("bonus cards")
    )

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context, self.setup = context, context.setup
        self.state = state_after(context.setup, context.entries[: context.position])
        initial = {"counted": self.first_to_count(), **initial_data(entry)}
        super().__init__(data, initial=initial, use_required_attribute=False)
        seats = [(int(seat), context.names[seat]) for seat in context.seats]
        for name, label in (("player", _("the player")), ("counted", _("whose piles"))):
            self.fields[name] = chosen_field(seats, label, int)
        self.fields["counted"].required = context.only is not None
        self.order_fields(["type", "player", "counted"])  # as on the page

    @property
    def title(self) -> Text | None:
        """The heading while the table may still choose between a catch and counting the piles."""
        is_undecided = self.state.is_undecided and self.context.position is None
        return gettext("Entry %(number)s", number=1) if is_undecided else None

    def clean(self) -> dict[str, Any]:
        for name in self.errors.keys() - {"type", *FIELDS[self.entry_type]}:
            del self.errors[name]  # a field of another type, which the page hides
        if self.entry_type == "catch":
            self.clean_catch()
        elif self.entry_type == "mistake":
            self.clean_mistake()
        else:
            self.clean_count()
        return self.cleaned_data

    def clean_catch(self) -> None:
        self.require("player", _("Choose who took the row."))
        if "keep" in self.data and "bonus" not in self.errors and self.requested_bonus in LETTERS:
            self.cleaned_data["bonus"] = self.requested_bonus
        if "cards" not in self.errors and len(self.cleaned_data.get("cards") or ()) < ROW_SIZE:
            self.add_error(
                "cards", ValidationError(_("Tap all five cards of the row."), "required")
            )
        elif self.row_preview and self.row_preview.choices:
            self.require("bonus", _("Choose the bonus card."))

    def clean_mistake(self) -> None:
        self.require("player", _("Choose who takes the mistake card."))

    def clean_count(self) -> None:
        player = self.first_to_count()
        if self["counted"].data is None and player is not None:
            self.cleaned_data["counted"] = int(player)  # sent by a phone without a network
        self.require("counted", _("Choose whose piles these are."))
        for name in self.number_names:
            self.require(name, _("Enter a number, even if it is 0."))

    def require(self, name: str, message: Any) -> None:
        """Add an error if the field is blank."""
        if name not in self.errors and self.cleaned_data.get(name) in (None, ""):
            self.add_error(name, ValidationError(message, "required"))

    def entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        entry = {
            name: data[name]
            for name in FIELDS[self.entry_type]
            if data.get(name) not in (None, "", [])
        }
        if "counted" in entry:
            entry["player"] = entry.pop("counted")
        if self.entry_type == "catch" and self.tapped_cards:
            entry["cards"] = self.tapped_cards
        if self.entry_type == "catch" and (row := self.row_preview) and row.only_bonus:
            # Name it, so that correcting an earlier entry does not move another card instead.
            entry.setdefault("bonus", row.only_bonus)
        return {"type": self.entry_type, **entry}

    @property
    def entry_type(self) -> str:
        if self.context.only is not None:
            return "count"
        value = str(self["type"].value())
        return value if value in FIELDS else self.default_type

    @property
    def default_type(self) -> str:
        if not self.final_state.counts_piles:
            return "catch"
        if self.context.position is not None and self.final_state.complete:
            return "mistake"  # all piles are counted: nothing else can have been forgotten
        return "count"

    @cached_property
    def final_state(self) -> GameState:
        """The state after all entries, including those after this one."""
        if self.context.position is None:
            return self.state
        return state_after(self.setup, self.context.entries)

    def first_to_count(self) -> Seat | None:
        if self.context.only is not None:
            return Seat(self.context.only)
        return next((piles.player for piles in self.state.piles if not piles.is_counted), None)

    def card_inputs(self) -> list[TappedInput]:
        return tapped_inputs(self["cards"], CARDS)

    @property
    def tapped_cards(self) -> list[str]:
        return [one.value for one in self.card_inputs() if one.value]

    @property
    def row_preview(self) -> RowPreview | None:
        """The preview of the row, once all five cards are known."""
        cards = tuple(self.tapped_cards)
        if len(cards) < ROW_SIZE:
            return None
        return preview_row(
            self.context,
            self.state,
            self.selected_seat("player"),
            cards,
            str(self["bonus"].value()),
        )

    def selected_seat(self, field: str) -> Seat | None:
        value = str(self[field].value())
        seats = map(Seat, range(len(self.context.names)))
        return next((seat for seat in seats if str(int(seat)) == value), None)

    @property
    def requested_bonus(self) -> str:
        """The bonus card that was refused because of an earlier entry.

        The form does not offer it any more, but it counts once the earlier entry is corrected.
        """
        return str(self.data.get("wanted") or self["bonus"].value() or "")

    @property
    def number_names(self) -> list[str]:
        """The numbers to enter for a count."""
        for_drawn_card = {"B": ["plus_cards"], "C": ["ones"]}.get(self.state.drawn or "", [])
        return ["plus", "minus", *for_drawn_card]

    @property
    def type_choices(self) -> list[tuple[str, Any]]:
        """The entry types to choose from; empty if there is only one."""
        if self.context.position is not None:
            row, piles = ("catch", _("A row")), ("count", _("Piles"))
            other = piles if self.final_state.counts_piles else row
            return [other, ("mistake", _("Mistake card"))]
        if self.context.only is not None:
            return []
        if self.state.is_undecided and self.entry_type != "mistake":
            return [("catch", _("Catch by catch")), ("count", _("Count at the end"))]
        return []

    @property
    def types(self) -> list[str]:
        """The entry types for which the page has fields; it shows those of one type."""
        return [entry_type for entry_type, label in self.type_choices] or [self.entry_type]

    @property
    def more_follow(self) -> bool:
        """True if the game goes on after this entry, so that it can be saved and the next begun."""
        state = self.state
        if state.counts_piles:
            return len(state.piles) - state.players_counted > 1
        return state.catches_left > 1

    @property
    def player_legend(self) -> Any:
        if self.context.position is not None:
            return _("Who was it?")
        if self.entry_type == "mistake":
            return _("Who takes the mistake card?")
        return _("Who took the row?")

    @property
    def player_choices(self) -> list[tuple[Seat, str, bool]]:
        return self.seat_choices("player")

    @property
    def counted_choices(self) -> list[tuple[Seat, str, bool]]:
        return self.seat_choices("counted")

    def seat_choices(self, field: str) -> list[tuple[Seat, str, bool]]:
        selected_seat = self.selected_seat(field)
        return [
            (seat, self.context.names[seat], seat == selected_seat) for seat in self.context.seats
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
        return [self[name] for name in self.number_names]

    def bonus_choices(self) -> list[BonusCard]:
        """The bonus cards to tick, with their owners if others have ticked them before."""
        state, bonuses = self.state, self["bonuses"].value() or []
        in_game = "A" if state.drawn == "A" else bonuses
        letters = [letter for letter in LETTERS if letter != "A" or letter in in_game]
        owners = {letter: self.context.names[seat] for letter, seat in state.owners.items()}
        return [
            BonusCard(
                letter,
                CONDITIONS[letter],
                BONUS_POINTS[letter],
                owners.get(letter, ""),
                letter in bonuses,
            )
            for letter in letters
        ]


def initial_data(entry: Data) -> dict[str, Any]:
    return {**entry, "counted": entry["player"]} if entry else {}
