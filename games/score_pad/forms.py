"""What a phone sends for a score pad, made into a round; and rounds told in words."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.contract import Fact, Situation, written
from games.score_pad.rules import score
from games.sums import added_up

CHIPS = 5
COMMON = (0, 5, 10, 20, 50)
TITLE = 40
LENGTH = 100
MOST = 10**9
TOO_WIDE = 10**5
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")  # as in names


def whole_number(label: Any, **errors: Any) -> forms.IntegerField:
    """At least 1, and not asked for."""
    errors["max_value"] = _("That is too much.")
    return forms.IntegerField(required=False, min_value=1, max_value=MOST, label=label, error_messages=errors)


class OptionsForm(forms.Form):
    """`options` is how a game was set up, to be changed or repeated."""

    title = forms.CharField(
        required=False,
        max_length=TITLE,
        label=_("Title"),
        error_messages={"max_length": _("A title has at most 40 letters.")},
    )
    lowest_wins = forms.ChoiceField(
        choices=[("", _("the highest total")), ("lowest", _("the lowest total"))],
        required=False,
        widget=forms.RadioSelect,
        label=_("Who wins?"),
        error_messages={"invalid_choice": _("Either the highest total wins, or the lowest.")},
    )
    target = whole_number(_("Target"), invalid=_("A target is a whole number."), min_value=_("A target is at least 1."))
    rounds = whole_number(
        _("Rounds"), invalid=_("Rounds are a whole number."), min_value=_("A game has at least one round.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None:
        initial = dict(options or {})
        initial["lowest_wins"] = "lowest" if initial.get("lowest_wins") else ""
        super().__init__(data, initial=initial, use_required_attribute=False)

    def clean_title(self) -> str:
        title = " ".join(self.cleaned_data["title"].split())
        if UNPRINTABLE.search(title):
            raise ValidationError(_("A title holds letters and signs only."))
        return title

    def options(self) -> dict[str, Any]:
        return {**self.cleaned_data, "lowest_wins": self.cleaned_data["lowest_wins"] == "lowest"}


class SumField(forms.CharField):
    """A number, or a sum of several; None where nothing was entered."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LENGTH, **kwargs)
        self.error_messages["max_length"] = _("That is too long.")

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        total = added_up(text)
        if total is None:
            raise ValidationError(_("This takes a whole number, or a sum such as 12+5−3."))
        if abs(total) >= MOST:
            raise ValidationError(_("That is too much for one round."))
        return total


class Row(NamedTuple):
    seat: int
    name: str
    total: int
    field: forms.BoundField


class EntryForm(forms.Form):
    """One round. `entry` is one that was entered before, to be corrected. `points` is what is said of the whole."""

    points = forms.Field(required=False, label=_("at least one number"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None:
        self.at = at
        points = (entry or {}).get("points", {})
        initial = {part_of(seat): written(number) for seat, number in points.items()}
        super().__init__(data, initial=initial, use_required_attribute=False)
        self.fields |= {part_of(seat): SumField(label=name) for seat, name in enumerate(at.names)}

    def clean(self) -> dict[str, Any]:
        parts = [part_of(seat) for seat in range(len(self.at.names))]
        if all(self.cleaned_data.get(part) is None and part not in self.errors for part in parts):
            nobody = _("Enter what at least one player got; 0 is a number, too.")
            self.add_error("points", ValidationError(nobody, code="required"))
        return self.cleaned_data

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form; of another, so much as can be read."""
        numbers = {str(seat): self.cleaned_data.get(part_of(seat)) for seat in range(len(self.at.names))}
        return {"points": {seat: number for seat, number in numbers.items() if number is not None}}

    def rows(self) -> Iterator[Row]:
        totals = score(self.at.setup, self.at.entries).totals
        for seat, (name, total) in enumerate(zip(self.at.names, totals, strict=True)):
            yield Row(seat, name, total, self[part_of(seat)])

    def chips(self) -> list[str]:
        """The numbers that were entered most in this game, and others that are common, by size."""
        entered = Counter(number for entry in self.at.entries for number in entry.points.values())
        most = [number for number, times in entered.most_common(CHIPS) if abs(number) < TOO_WIDE]
        return [written(number) for number in sorted([*dict.fromkeys([*most, *COMMON])][:CHIPS])]


def part_of(seat: int | str) -> str:
    return f"points_{seat}"


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    rounds = options.get("rounds")
    facts = [
        (say("title"), options.get("title")),
        (say("lowest total"), say("wins") if options.get("lowest_wins") else None),
        (say("target"), options.get("target")),
        ("", ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds} if rounds else None),
    ]
    return [(label, str(value)) for label, value in facts if value]


def describe(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    points = entry.get("points", {})
    return [(name, written(points[str(seat)])) for seat, name in enumerate(names) if str(seat) in points]
