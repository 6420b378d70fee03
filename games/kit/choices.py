"""Choices for the form fields of games."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from django import forms
from django.utils.choices import BaseChoiceIterator


class Choices(tuple[tuple[Any, Any], ...], BaseChoiceIterator):
    """Pairs of value and label that Django takes as they are.

    It checks and copies a list of pairs anew for every form, in field and widget. For a form with
    six players that takes longer than validating what was sent.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Choices:
        return self


class TappedField(forms.MultiValueField):
    """So many cards or dice, each tapped in an input of its own; a draft may have fewer."""

    def __init__(self, values: Collection[Any], count: int, coerce: Any, label: Any) -> None:
        choices = Choices([("", "–"), *((value, str(value)) for value in values)])
        fields = [
            forms.TypedChoiceField(choices=choices, coerce=coerce, empty_value="", required=False)
        ] * count
        widget = forms.MultiWidget([forms.RadioSelect(choices=choices)] * count)
        super().__init__(
            fields, widget=widget, required=False, require_all_fields=False, label=label
        )

    def compress(self, values: list[Any]) -> list[Any]:
        return [value for value in values if value]


class TappedInput(NamedTuple):
    """One of the inputs of such a field, and what was tapped there, or ""."""

    html_name: str
    value: str


def tapped_inputs(field: forms.BoundField, values: Collection[str]) -> list[TappedInput]:
    """Return the inputs of a TappedField. One with something else than these values is blank."""
    sent = [str(value or "") for value in field.value() or []]
    count = len(field.field.fields)  # type: ignore[attr-defined] # it is a TappedField
    tapped = [value if value in values else "" for value in sent] + [""] * count
    return [TappedInput(f"{field.html_name}_{n}", tapped[n]) for n in range(count)]
