"""What a phone sends for Chimera, made into an entry; and entries told in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games.chimera.round import OF_EACH, RANKS
from games.contract import Fact, Situation

TARGETS = ("300", "400", "500", "750")
OWN = "own"


class OptionsForm(forms.Form):
    """`options` is how a game was set up, to be changed or repeated."""

    target = forms.ChoiceField(
        choices=[*((target, target) for target in TARGETS), (OWN, _("own"))],
        widget=forms.RadioSelect,
        label=_("Target"),
    )
    own_target = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=99999,
        label=_("Own target"),
        error_messages={
            "invalid": _("A target is a whole number."),
            "min_value": _("A target is at least 1."),
            "max_value": _("A target is at most 99999."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None:
        target = str((options or {}).get("target", 400))
        initial = {"target": target} if target in TARGETS else {"target": OWN, "own_target": target}
        super().__init__(data, initial=initial, use_required_attribute=False)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("target") in TARGETS:
            self.errors.pop("own_target", None)  # what is left in the input of a target that was not chosen
        if self.cleaned_data.get("target") == OWN and not (self.cleaned_data.get("own_target") or self.errors):
            self.add_error("own_target", _("Say which target you play to."))
        return self.cleaned_data

    def options(self) -> dict[str, Any]:
        target = self.cleaned_data["target"]
        return {"target": self.cleaned_data["own_target"] if target == OWN else int(target)}


class Counts(forms.MultiValueField):
    """How many of a kind of treasure each seat has won; blank where nothing was said."""

    def __init__(self, seats: int, **kwargs: Any) -> None:
        choices = [(n, n) for n in range(OF_EACH + 1)]
        fields = [forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, required=False)] * seats
        widget = forms.MultiWidget([forms.RadioSelect(choices=choices)] * seats)
        super().__init__(fields, widget=widget, required=False, require_all_fields=False, **kwargs)

    def compress(self, counts: list[int | None]) -> dict[str, int]:
        return {str(seat): count for seat, count in enumerate(counts) if count}


class TreasureRow(NamedTuple):
    seat: int
    name: str
    html_name: str
    chosen: str


class EntryForm(forms.Form):
    """One round. `entry` is one that was entered before, to be corrected; seats are numbers throughout."""

    bid = forms.TypedChoiceField(
        choices=[(bid, bid) for bid in (20, 30, 40)],
        coerce=int,
        widget=forms.RadioSelect,
        label=_("the bid"),
        error_messages={"required": _("How high was the bid?"), "invalid_choice": _("A bid is 20, 30 or 40.")},
    )
    traps = forms.TypedChoiceField(
        choices=[(n, n) for n in range(RANKS + 1)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        label=_("Traps"),
        error_messages={"invalid_choice": _("There are 13 fours of a kind, so 0 to 13 traps.")},
    )
    chimera_attack = forms.BooleanField(required=False, label=_("Chimera attack"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None:
        names = self.names = at.names
        super().__init__(data, initial=initial(entry or {}, len(names)), use_required_attribute=False)
        seats = list(enumerate(names))
        self.fields |= {
            "chimera": self.one_of(seats, say("the Chimera"), say("Who was the Chimera?")),
            "first_out": self.one_of(seats, say("who went out first"), say("Who went out first?")),
            "idle_hunters": forms.TypedMultipleChoiceField(
                choices=seats,
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                label=_("Played no card"),
            ),
            "toads": Counts(len(names), label=_("Toads")),
            "cats": Counts(len(names), label=_("Cats")),
        }
        self.order_fields(["chimera", "bid", "first_out"])  # as the page asks

    @staticmethod
    def one_of(seats: Sequence[tuple[int, str]], label: str, question: str) -> forms.Field:
        errors = {"required": question, "invalid_choice": question}
        return forms.TypedChoiceField(
            choices=seats, coerce=int, widget=forms.RadioSelect, label=label, error_messages=errors
        )

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form; of another, so much as can be read."""
        return {name: value for name, value in self.cleaned_data.items() if value is not None}

    def many_traps(self) -> bool:
        """Whether the number of traps is one that is folded away."""
        return str(self["traps"].value()) in map(str, range(7, RANKS + 1))

    def toad_rows(self) -> Iterator[TreasureRow]:
        return self.rows("toads")

    def cat_rows(self) -> Iterator[TreasureRow]:
        return self.rows("cats")

    def rows(self, kind: str) -> Iterator[TreasureRow]:
        for seat, (name, count) in enumerate(zip(self.names, self.counts(kind), strict=True)):
            yield TreasureRow(seat, name, f"{kind}_{seat}", "" if count is None else str(count))

    def counts(self, kind: str) -> list[Any]:
        value = self[kind].value()
        return value or [None] * len(self.names)

    def toads_left(self) -> int:
        return self.left("toads")

    def cats_left(self) -> int:
        return self.left("cats")

    def left(self, kind: str) -> int:
        """How many of the four are in nobody's tricks yet; below 0 if too many are."""
        return OF_EACH - sum(n for count in self.counts(kind) for n in range(OF_EACH + 1) if str(count) == str(n))

    def hunter_won(self) -> bool:
        chimera, first_out = self["chimera"].value(), self["first_out"].value()
        return None not in (chimera, first_out) and str(chimera) != str(first_out)


def initial(entry: Mapping[str, Any], seats: int) -> dict[str, Any]:
    counts = {
        kind: [entry[kind].get(str(seat)) for seat in range(seats)] for kind in ("toads", "cats") if kind in entry
    }
    return {**entry, **counts}


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    return [(say("target"), str(options.get("target", 400)))]


def describe(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """What was entered, or noted so far, label by label; what is at its default is left out."""
    idle = [names[seat] for seat in entry.get("idle_hunters", ())]
    facts = [
        (say("Chimera"), named(entry, "chimera", names)),
        (say("bid"), str(entry.get("bid", ""))),
        (say("out first"), named(entry, "first_out", names)),
        (say("traps"), str(entry.get("traps") or "")),
        (say("Chimera attack"), say("played") if entry.get("chimera_attack") else ""),
        (say("idle"), ", ".join(idle)),
        (say("toads"), won(entry, "toads", names)),
        (say("cats"), won(entry, "cats", names)),
    ]
    return [(label, value) for label, value in facts if value]


def named(entry: Mapping[str, Any], field: str, names: Sequence[str]) -> str:
    return names[entry[field]] if field in entry else ""


def won(entry: Mapping[str, Any], kind: str, names: Sequence[str]) -> str:
    return ", ".join(f"{names[int(seat)]} {count}" for seat, count in entry.get(kind, {}).items() if count)
