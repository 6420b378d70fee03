"""The form for an entry of a score sheet: a row of all players, or a player's column; and
descriptions of options and entries.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.contract import Data, EntryContext, Fact, Seat, format_ungrouped
from games.kit.choices import Choices
from games.kit.forms.fields import TypedNumberField, translate
from games.kit.lists import list_items
from games.score_sheet.options_form import OptionsForm
from games.score_sheet.row import CELLS, Row, cell_name
from games.score_sheet.sheet import Sheet, fill_sheet
from games.score_sheet.table_page import TablePage

__all__ = [
    "EntryForm",
    "OptionsForm",
    "TablePage",
    "blanks_ahead",
    "describe_entry",
    "describe_options",
]

T = TypeVar("T")
EVERYONE = ""
"""The choice of `player` that fills a row for everyone."""


class CountField(TypedNumberField):
    """A number or a sum; None where it is blank. The row may limit it."""

    def __init__(self, label: str, row: Row | None) -> None:
        super().__init__(None, None, label=label)
        self.row = row

    def clean(self, value: Any) -> int | None:
        count = super().clean(value)
        if count is not None and self.row and (problem := self.row.problem(count)):
            raise ValidationError(translate(problem))
        return count


class EntryForm(forms.Form):
    """`player` is the player whose column is filled, or "" to fill `row` for everyone.

    `counts_N` is the count of seat N in that row; in the column, each row has an input of its own
    (see `cell_name`). `counts` has the errors about all of them.
    """

    counts = forms.Field(required=False, label=_("at least one number"))

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context, self.stored_entry = context, entry
        self.rows: Sequence[Row] = context.setup.options.rows
        initial = self.blank_data() if entry is None else initial_data(entry, self.rows)
        super().__init__(data, initial=initial, use_required_attribute=False)
        everyone = [] if context.only is not None else [(EVERYONE, _("Everyone"))]
        seats = [*everyone, *((int(seat), context.names[seat]) for seat in context.seats)]
        self.fields |= {
            "row": choice_field(_("the row"), [(row.name, row.name) for row in self.rows]),
            "player": choice_field(_("the player"), seats),
        }
        self.fields["player"].required = context.only is not None
        for seat, name in enumerate(context.names):
            self.fields[f"counts_{seat}"] = CountField(name, self.selected_row)
        for row in self.rows:
            self.fields[cell_name(row.name)] = CountField(label_of(row.name), row)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as the other entries fill it, as far as they are known here."""
        return fill_sheet(self.context.setup, self.context.entries)[1]

    def blank_data(self) -> dict[str, Any]:
        """The row or player that comes next."""
        if self.context.only is not None:
            return {"player": self.context.only}
        if self.sheet.by_columns:
            return {"player": self.next_of(self.sheet.open_seats)}
        row = self.next_of(self.sheet.open_rows)
        return {"player": EVERYONE, "row": row.name if row else None}

    def next_of(self, choices: Sequence[T]) -> T | None:
        last = len(choices) - 1
        return choices[min(self.context.ahead, last)] if choices else None

    @property
    def selected_seat(self) -> Seat | None:
        """The player whose column is filled; None for a row of everyone."""
        value = self["player"].value()
        if value is None and self.sheet.by_columns:
            return self.next_of(self.sheet.open_seats)
        seats = map(Seat, range(len(self.context.names)))
        return next((seat for seat in seats if str(int(seat)) == str(value)), None)

    @property
    def selected_row(self) -> Row | None:
        value = self["row"].value()
        return next((row for row in self.rows if row.name == value), None)

    def clean(self) -> dict[str, Any]:
        hidden_prefixes = CELLS if self.selected_seat is None else ("row", "counts_")
        for name in [name for name in self.errors if name.startswith(hidden_prefixes)]:
            del self.errors[name]  # the page hides that field
        if any(name.startswith(CELLS) and text for name, text in self.unknown_inputs()):
            self.add_error("counts", _("The rows of the sheet have changed. Check the counts."))
        if self.selected_seat is None and not self.selected_row and "row" not in self.errors:
            self.add_error("row", ValidationError(_("Choose the row."), "required"))
        names = [name for name, key in self.shown_fields()]
        if all(self.cleaned_data.get(name) is None and name not in self.errors for name in names):
            message = _("Enter at least one number, even if it is 0.")
            self.add_error("counts", ValidationError(message, "required"))
        return self.cleaned_data

    def unknown_inputs(self) -> list[tuple[str, str]]:
        """Return what was typed in inputs that this form does not have."""
        return [(name, self.data[name]) for name in self.data if name not in self.fields]

    def shown_fields(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each input that counts, and the key of its count in the entry."""
        if self.selected_seat is None:
            yield from ((f"counts_{seat}", str(seat)) for seat in range(len(self.context.names)))
        else:
            yield from ((cell_name(row.name), row.name) for row in self.rows)

    def entry(self) -> dict[str, Any]:
        counts = {
            key: count
            for name, key in self.shown_fields()
            if (count := self.cleaned_data.get(name)) is not None
        }
        if self.selected_seat is not None:
            return {"player": int(self.selected_seat), "counts": counts}
        if self.selected_row:
            return {"row": self.selected_row.name, "counts": counts}
        return {"counts": counts}

    @property
    def is_row_possible(self) -> bool:
        """True if a row can be filled for everyone."""
        entry = self.stored_entry
        if entry is not None:
            return "row" in entry
        return not self.sheet.by_columns and self.context.only is None

    @property
    def is_column_possible(self) -> bool:
        return self.stored_entry is None or "player" in self.stored_entry

    @property
    def seat_choices(self) -> list[tuple[int, str, bool]]:
        """The players with open rows."""
        selected_seat, only = self.selected_seat, self.context.only
        open_seats = {*self.sheet.open_seats, selected_seat} if only is None else {only}
        return [
            (seat, name, seat == selected_seat)
            for seat, name in enumerate(self.context.names)
            if seat in open_seats
        ]

    @property
    def row_choices(self) -> list[tuple[Row, bool]]:
        """The open rows, and whether each is selected."""
        return [(row, row == self.selected_row) for row in self.sheet.open_rows]

    @property
    def seat_inputs(self) -> list[tuple[int, str, int, forms.BoundField]]:
        """The players with their totals so far, and their inputs for the row."""
        players = enumerate(zip(self.context.names, self.sheet.totals, strict=True))
        return [(seat, name, total, self[f"counts_{seat}"]) for seat, (name, total) in players]

    @property
    def row_inputs(self) -> list[tuple[Row, forms.BoundField]]:
        return [(row, self[cell_name(row.name)]) for row in self.sheet.open_rows]

    @property
    def more_follow(self) -> bool:
        """True if the game goes on after this entry."""
        return len(self.sheet.open_parts) > 1


def choice_field(label: Any, choices: Sequence[tuple[Any, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=Choices(choices),
        required=False,
        label=label,
        error_messages={"invalid_choice": _("Choose one of these.")},
    )


def initial_data(entry: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    counts = {key: format_ungrouped(count) for key, count in entry["counts"].items()}
    if "row" in entry:
        by_seat = {f"counts_{seat}": count for seat, count in counts.items()}
        return {"player": EVERYONE, "row": entry["row"], **by_seat}
    by_row = {cell_name(row.name): counts.get(row.name) for row in rows}
    return {"player": entry["player"], **by_row}


def blanks_ahead(context: EntryContext) -> int:
    """Return how many rows, or columns, follow the next one: each form is for another one."""
    return len(fill_sheet(context.setup, context.entries)[1].open_parts) - 1


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    rows = [describe_row(row) for row in options.get("rows", [])]
    facts = [
        (gettext("title"), options.get("title")),
        (
            gettext("lowest total"),
            # Translators: after "lowest total", an option of the game.
            pgettext("the lowest total", "wins") if options.get("lowest_wins") else None,
        ),
        (gettext("rows"), list_items(rows)),
    ]
    return [(label, str(value)) for label, value in facts if value]


def describe_row(data: Mapping[str, Any]) -> str:
    """Describe a row: "Coins ÷ 3 (0 … 12)"."""
    row = Row(**data)
    limits = f"({row.limits})" if row.limits else ""
    return " ".join(filter(None, (row.name, row.worth, limits)))


def label_of(row: str) -> str:
    return gettext("%(row)s") % {"row": row}


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    counts = entry.get("counts", {})
    if "player" in entry:
        player = names[entry["player"]]
        by_row = [(label_of(row), format_ungrouped(count)) for row, count in counts.items()]
        return [("", player), *by_row]
    row = [("", entry["row"])] if "row" in entry else []
    by_seat = [
        (name, format_ungrouped(counts[str(seat)]))
        for seat, name in enumerate(names)
        if str(seat) in counts
    ]
    return row + by_seat
