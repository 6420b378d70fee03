"""The form fields for numbers and choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.contract import Text, format_ungrouped
from games.kit.choices import Choices
from games.kit.sums import evaluate_sum, is_number

MAX_NUMBER = 10**9
MAX_LENGTH = 100


def translate(text: Text, names: Sequence[str] = ()) -> str:
    return text.render(names, gettext, ngettext)


TOO_LARGE = _("Enter a smaller number.")
NO_SUM = _("Enter a whole number, or a sum such as 12+5−3.")


class TypedNumberField(forms.CharField):
    """A whole number, or with `sums` also a sum; None where it is blank."""

    def __init__(
        self, least: int | None, most: int | None, sums: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(required=False, max_length=MAX_LENGTH, **kwargs)
        self.least, self.most, self.sums = least, most, sums
        too_long = _("That is too long: enter a shorter sum.")
        self.error_messages["max_length"] = too_long if sums else TOO_LARGE

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        number = evaluate_sum(text) if self.sums or is_number(text) else None
        if number is None:
            raise ValidationError(NO_SUM if self.sums else _("Enter a whole number."))
        if self.least is not None and number < self.least:
            least = format_ungrouped(self.least)
            raise ValidationError(_("Enter %(least)s or more."), params={"least": least})
        if self.most is not None and number > self.most:
            most = format_ungrouped(self.most)
            raise ValidationError(_("Enter %(most)s or less."), params={"most": most})
        if abs(number) >= MAX_NUMBER:
            raise ValidationError(TOO_LARGE)
        return number


def chosen_field(pairs: Iterable[tuple[Any, Any]], label: Any, coerce: Any) -> forms.Field:
    return forms.TypedChoiceField(
        choices=Choices(pairs), coerce=coerce, empty_value=None, required=False, label=label
    )
