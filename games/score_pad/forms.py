"""The forms of a score pad, and descriptions of options and rounds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.contract import Data, EntryContext, Fact, format_ungrouped
from games.kit.forms.fields import TypedNumberField
from games.kit.names import MAX_TITLE_LENGTH, is_printable, normalize_name
from games.score_pad.rules import score


class OptionsForm(forms.Form):
    title = forms.CharField(
        required=False,
        max_length=MAX_TITLE_LENGTH,
        label=_("Title"),
        error_messages={"max_length": _("Use at most 80 characters.")},
    )
    lowest_wins = forms.ChoiceField(
        choices=[("", _("The highest total")), ("lowest", _("The lowest total"))],
        required=False,
        widget=forms.RadioSelect,
        label=_("Who wins?"),
        error_messages={"invalid_choice": _("Choose the highest or the lowest total.")},
    )
    target = TypedNumberField(1, None, sums=False, label=_("Target"))
    rounds = TypedNumberField(1, None, sums=False, label=_("Rounds"))

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        initial = dict(options or {})
        initial["lowest_wins"] = "lowest" if initial.get("lowest_wins") else ""
        super().__init__(data, initial=initial, use_required_attribute=False)

    def clean_title(self) -> str:
        title = normalize_name(self.cleaned_data["title"])
        if not is_printable(title):
            raise ValidationError(_("The title contains a character that cannot be shown."))
        return title

    def options(self) -> dict[str, Any]:
        return {**self.cleaned_data, "lowest_wins": self.cleaned_data["lowest_wins"] == "lowest"}


class EntryForm(forms.Form):
    """`points` holds the errors about the round as a whole."""

    points = forms.Field(required=False, label=_("at least one number"))

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context = context
        points = (entry or {}).get("points", {})
        initial = {field_name(seat): format_ungrouped(number) for seat, number in points.items()}
        super().__init__(data, initial=initial, use_required_attribute=False)
        self.fields |= {
            field_name(seat): TypedNumberField(None, None, label=name)
            for seat, name in enumerate(context.names)
        }

    def clean(self) -> dict[str, Any]:
        names = [field_name(seat) for seat in range(len(self.context.names))]
        if all(self.cleaned_data.get(name) is None and name not in self.errors for name in names):
            message = _("Enter points for at least one player, even if they are 0.")
            self.add_error("points", ValidationError(message, code="required"))
        return self.cleaned_data

    def entry(self) -> dict[str, Any]:
        numbers = {
            str(seat): self.cleaned_data.get(field_name(seat))
            for seat in range(len(self.context.names))
        }
        return {"points": {seat: number for seat, number in numbers.items() if number is not None}}

    def points_rows(self) -> Iterator[tuple[int, str, int, forms.BoundField, bool]]:
        """The players with their totals so far, their inputs, and whether to ask: not who left."""
        totals = score(self.context.setup, self.context.entries).totals
        for seat, (name, total) in enumerate(zip(self.context.names, totals, strict=True)):
            field = self[field_name(seat)]
            is_open = seat not in self.context.away or self.context.position is not None
            yield seat, name, total, field, is_open or bool(field.value())


def field_name(seat: int | str) -> str:
    return f"points_{seat}"


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    rounds = options.get("rounds")
    facts = [
        (gettext("title"), options.get("title")),
        (
            gettext("lowest total"),
            # Translators: after "lowest total", an option of the game.
            pgettext("the lowest total", "wins") if options.get("lowest_wins") else None,
        ),
        (gettext("target"), options.get("target")),
        (
            "",
            ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}
            if rounds
            else None,
        ),
    ]
    return [(label, str(value)) for label, value in facts if value]


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    points = entry.get("points", {})
    return [
        (name, format_ungrouped(points[str(seat)]))
        for seat, name in enumerate(names)
        if str(seat) in points
    ]
