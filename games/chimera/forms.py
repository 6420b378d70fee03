"""The forms of Chimera, and descriptions of options and rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.chimera.rules import CARDS_PER_RANK, RANKS, SEATS, game
from games.contract import Data, EntryContext, Fact
from games.kit.choices import Choices
from games.kit.forms import KitForms
from games.kit.lists import list_items

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

kit = KitForms(game)
OptionsForm, describe_options = kit.OptionsForm, kit.describe_options


class CardField(forms.Field):
    """One of the numbers that a row of cards shows; None where nothing was tapped."""

    default_error_messages = forms.ChoiceField.default_error_messages

    def __init__(self, numbers: Iterable[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.numbers = {str(number): number for number in numbers}

    def to_python(self, value: object) -> int | None:
        if value in self.empty_values:
            return None
        if str(value) not in self.numbers:
            message = self.error_messages["invalid_choice"]
            raise forms.ValidationError(message, "invalid_choice", {"value": value})
        return self.numbers[str(value)]


class TreasureInputs(forms.BoundField):
    """The toads, or cats, in a form."""

    form: EntryForm

    @property
    def counts(self) -> list[Any]:
        return self.value() or [None] * len(SEATS)

    def rows(self) -> Iterator[tuple[int, str, str, str]]:
        """The players, the name of each one's inputs, and the value that is checked, or ""."""
        for seat, (name, count) in enumerate(zip(self.form.names, self.counts, strict=True)):
            yield seat, name, f"{self.name}_{seat}", "" if count is None else str(count)

    def left(self) -> int:
        """Return how many of the four nobody has won; negative if there are too many."""
        values = [str(count) for count in self.counts]
        return CARDS_PER_RANK - sum(n * values.count(str(n)) for n in range(CARDS_PER_RANK + 1))


class TreasureField(CardField):
    """How many toads, or cats, each seat won."""

    bound_field_class = TreasureInputs
    widget = forms.MultiWidget([forms.TextInput] * len(SEATS))

    def clean(self, counts: Sequence[str | None]) -> dict[str, int]:
        numbers = enumerate([self.to_python(count) for count in counts])
        return {str(seat): count for seat, count in numbers if count}


def seat_field(label: StrPromise, question: StrPromise) -> forms.Field:
    errors = {"required": question, "invalid_choice": question}
    return forms.TypedChoiceField(
        coerce=int, widget=forms.RadioSelect, label=label, error_messages=errors
    )


class EntryForm(forms.Form):
    bids, few_traps, many_traps = (20, 30, 40), range(7), range(7, RANKS + 1)

    chimera = seat_field(_("the Chimera"), _("Choose the Chimera."))
    bid = CardField(
        bids,
        label=_("the bid"),
        error_messages={
            "required": _("Choose the bid."),
            "invalid_choice": _("A bid must be 20, 30 or 40."),
        },
    )
    first_out = seat_field(_("who went out first"), _("Choose who went out first."))
    traps = CardField(
        range(RANKS + 1),
        required=False,
        label=_("Traps"),
        error_messages={"invalid_choice": _("The deck holds at most 13 traps: choose 0 to 13.")},
    )
    chimera_attack = forms.BooleanField(required=False, label=_("Chimera attack"))
    idle_hunters = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple, label=_("Played no cards")
    )
    toads = TreasureField(range(CARDS_PER_RANK + 1), required=False, label=_("Toads"))
    cats = TreasureField(range(CARDS_PER_RANK + 1), required=False, label=_("Cats"))

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        names = self.names = context.names
        super().__init__(
            data, initial=initial_data(entry or {}, len(names)), use_required_attribute=False
        )
        seats = Choices(enumerate(names))
        for name in ("chimera", "first_out", "idle_hunters"):
            cast(forms.ChoiceField, self.fields[name]).choices = seats

    def entry(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if value is not None}

    def has_many_traps(self) -> bool:
        """Return whether the number of traps is among those behind "More than 6"."""
        return str(self["traps"].value()) in map(str, self.many_traps)

    def hunter_won(self) -> bool:
        chimera, first_out = self["chimera"].value(), self["first_out"].value()
        return None not in (chimera, first_out) and str(chimera) != str(first_out)


def initial_data(entry: Mapping[str, Any], seats: int) -> dict[str, Any]:
    counts = {
        kind: [entry[kind].get(str(seat)) for seat in range(seats)]
        for kind in ("toads", "cats")
        if kind in entry
    }
    return {**entry, **counts}


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Describe a round, without the fields at default."""
    idle = [names[seat] for seat in entry.get("idle_hunters", ())]
    facts = [
        (pgettext("the player", "Chimera"), player_name(entry, "chimera", names)),
        (pgettext("20, 30 or 40", "bid"), str(entry.get("bid", ""))),
        (gettext("out first"), player_name(entry, "first_out", names)),
        (gettext("traps"), str(entry.get("traps") or "")),
        (gettext("Chimera attack"), gettext("played") if entry.get("chimera_attack") else ""),
        (gettext("idle"), list_items(idle)),
        (gettext("toads"), treasure_text(entry, "toads", names)),
        (gettext("cats"), treasure_text(entry, "cats", names)),
    ]
    return [(label, value) for label, value in facts if value]


def player_name(entry: Mapping[str, Any], field: str, names: Sequence[str]) -> str:
    return names[entry[field]] if field in entry else ""


def treasure_text(entry: Mapping[str, Any], kind: str, names: Sequence[str]) -> str:
    return list_items(
        f"{names[int(seat)]} {count}" for seat, count in entry.get(kind, {}).items() if count
    )
