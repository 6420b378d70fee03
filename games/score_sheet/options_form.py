"""The form for the options of a score sheet, with buttons that rearrange its rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.contract import Data, format_ungrouped
from games.kit.names import MAX_TITLE_LENGTH, is_printable, normalize_name
from games.kit.sums import evaluate_sum
from games.score_sheet.parsing import TypedRow, parse_row, split_rows
from games.score_sheet.row import MAX_NAME_LENGTH, MAX_ROWS

MAX_FACTOR = 9999
MAX_COUNT = 10**9
MAX_ROWS_LENGTH = 4000
"""Enough for all rows with all that can be said of them."""
TOO_LONG = _("Use at most 40 characters.")
TOO_MANY_ROWS = _("A sheet has at most 40 rows.")
BUTTONS = ("row_add", "row_up", "row_down", "row_out")
"""Buttons that rearrange the rows; the value is the number of the row, from 0."""


class ListField(forms.Field):
    """One text per row."""

    widget = hidden_widget = forms.MultipleHiddenInput


class NumberField(forms.CharField):
    """A whole number, with any minus sign; `blank` is what an empty field means."""

    def __init__(self, label: Any, least: int, most: int, blank: int | None) -> None:
        super().__init__(required=False, max_length=40, label=label)
        self.least, self.most, self.blank = least, most, blank
        self.error_messages["max_length"] = _("Enter a smaller number.")

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        number = evaluate_sum(text)
        if not text:
            return self.blank
        if number is None:
            raise ValidationError(_("Enter a whole number."))
        if not self.least <= number <= self.most:
            raise ValidationError(
                _("Enter a number from %(least)s to %(most)s."),
                params={"least": format_ungrouped(self.least), "most": format_ungrouped(self.most)},
            )
        return number


class RowForm(forms.Form):
    """One row. Its inputs are repeated for each row, so their names begin with `row_`."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        label=_("Name"),
        error_messages={
            "required": _("Enter a name for this row, or remove it."),
            "max_length": TOO_LONG,
        },
    )
    times = NumberField(_("times"), -MAX_FACTOR, MAX_FACTOR, 1)
    divide = NumberField(_("divided by"), 1, MAX_FACTOR, 1)
    least = NumberField(_("at least"), -MAX_COUNT, MAX_COUNT, None)
    most = NumberField(_("at most"), -MAX_COUNT, MAX_COUNT, None)

    def __init__(self, number: int, row: TypedRow, others: Sequence[str]) -> None:
        super().__init__(row._asdict(), auto_id=f"id_row_%s_{number}")
        self.others = others

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not is_printable(name):
            raise ValidationError(_("The name contains a character that cannot be shown."))
        if name in self.others:
            raise ValidationError(_("Another row has this name."))
        return name

    def clean_times(self) -> int:
        times: int = self.cleaned_data["times"]
        if times == 0:
            raise ValidationError(_("Enter a number other than 0."))
        return times

    def clean(self) -> dict[str, Any]:
        least, most = self.cleaned_data.get("least"), self.cleaned_data.get("most")
        if least is not None and most is not None and least > most:
            self.add_error("most", _("The maximum is below the minimum."))
        return self.cleaned_data

    @property
    def worth(self) -> str:
        """The worth of a count as typed, for the closed details: "× 2 ÷ 3"."""
        parts = (("×", self["times"].value()), ("÷", self["divide"].value()))
        return " ".join(f"{sign} {text}" for sign, text in parts if text not in ("", "1"))

    @property
    def limits(self) -> str:
        """The limits of the count as typed, for the closed details: "≥ 0 ≤ 12"."""
        parts = (("≥", self["least"].value()), ("≤", self["most"].value()))
        return " ".join(f"{sign} {text}" for sign, text in parts if text)

    @property
    def has_faulty_details(self) -> bool:
        return bool(self.errors.keys() - {"name"})


class OptionsForm(forms.Form):
    """`rows` is a line with names of further rows; the lists have a text for each row."""

    title = forms.CharField(
        required=False,
        max_length=MAX_TITLE_LENGTH,
        error_messages={"max_length": _("Use at most 80 characters.")},
    )
    rows = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_ROWS_LENGTH,
        widget=forms.Textarea,
        error_messages={"max_length": TOO_MANY_ROWS},
    )
    row_name = ListField(required=False)
    row_times = ListField(required=False)
    row_divide = ListField(required=False)
    row_least = ListField(required=False)
    row_most = ListField(required=False)
    lowest_wins = forms.ChoiceField(
        choices=[("", _("The highest total")), ("lowest", _("The lowest total"))],
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose the highest or the lowest total.")},
    )

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        super().__init__(data, initial=initial_data(options or {}), use_required_attribute=False)
        self.typed_rows = list(self.rows_in_lists())
        new_rows = split_rows(str(self["rows"].value() or ""))
        room = max(0, MAX_ROWS - len(self.typed_rows))
        self.typed_rows += map(parse_row, new_rows[:room])
        self.surplus_rows = new_rows[room:]
        self.moved_row: int | None = None
        self.rearrange()

    def rows_in_lists(self) -> Iterator[TypedRow]:
        names = self["row_name"].value() or []
        columns = [self[f"row_{name}"].value() or [] for name in TypedRow._fields[1:]]
        for number, name in enumerate(names[:MAX_ROWS]):
            others = [str(column[number]) if number < len(column) else "" for column in columns]
            yield TypedRow(normalize_name(str(name)), *map(str.strip, others))

    def rearrange(self) -> None:
        """Do what the button says that was pressed."""
        rows = self.typed_rows
        for button, step in (("row_up", -1), ("row_down", 1)):
            at = self.row_of(button)
            if at is not None and 0 <= at + step < len(rows):
                rows.insert(at + step, rows.pop(at))
                self.moved_row = at + step
        if (at := self.row_of("row_out")) is not None:
            rows.pop(at)

    def row_of(self, button: str) -> int | None:
        value = str(self.data.get(button, ""))
        is_row = re.fullmatch(r"[0-9]{1,2}", value) and int(value) < len(self.typed_rows)
        return int(value) if is_row else None

    @property
    def rearranges(self) -> bool:
        """True if the button that was pressed only rearranges the form."""
        return any(button in self.data for button in BUTTONS)

    @cached_property
    def row_forms(self) -> list[RowForm]:
        """A form for each row. Its errors are to be shown if this form has errors."""
        names = [row.name for row in self.typed_rows]
        return [RowForm(number, row, names[:number]) for number, row in enumerate(self.typed_rows)]

    def clean_title(self) -> str:
        title = normalize_name(self.cleaned_data["title"])
        if not is_printable(title):
            raise ValidationError(_("The title contains a character that cannot be shown."))
        return title

    def clean(self) -> dict[str, Any]:
        if self.surplus_rows and "rows" not in self.errors:
            self.add_error("rows", TOO_MANY_ROWS)
        elif not self.typed_rows:
            self.add_error("rows", _("Name at least one row."))
        faulty = [form for form in self.row_forms if not form.is_valid()]
        if faulty:
            self.add_error("rows", _("Check the rows marked below."))
        self.cleaned_data["rows"] = [record_row(form.cleaned_data) for form in self.row_forms]
        return self.cleaned_data

    def rows_left(self) -> str:
        """The rows for which there is no room, as they were typed."""
        return "\n".join(self.surplus_rows)

    def options(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "rows": data["rows"],
            "title": data["title"],
            "lowest_wins": data["lowest_wins"] == "lowest",
        }


def record_row(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as a record has it, without what is at default."""
    defaults = {"times": 1, "divide": 1, "least": None, "most": None}
    return {name: value for name, value in data.items() if defaults.get(name, "") != value}


def initial_data(options: Mapping[str, Any]) -> dict[str, Any]:
    rows = options.get("rows", [])
    lists = {
        f"row_{part}": [initial_text(row.get(part)) for row in rows] for part in TypedRow._fields
    }
    return {
        "title": options.get("title", ""),
        "lowest_wins": "lowest" if options.get("lowest_wins") else "",
        **lists,
    }


def initial_text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else format_ungrouped(value)
