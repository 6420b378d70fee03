"""What a phone sends for Chimera Tricks, made into an entry; and entries told in words."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.chimera_tricks.page import CARDS, FEW, SUMS, VALUES, WAYS, EntryPage
from games.chimera_tricks.round import dealt, wrong_count
from games.chimera_tricks.rules import known_cards
from games.chimera_tricks.typed import has_large_number, read_card, read_list, read_sum
from games.contract import Fact, Situation, Text, written

OPTIONAL = {"short_match": _("Short Match"), "crystal_scarcity": _("Crystal Scarcity")}
LIKE_A_LIST = _("Values are like this: 5 3 −4")
LIKE_A_SUM = _("A sum is like this: 12 + 5 − 3")
A_LARGE_VALUE = _("That is too much for one Grimoire.")
A_LARGE_SUM = _("That is too much for one round.")


class OptionsForm(forms.Form):
    """`options` is how a game was set up, to be changed or repeated."""

    short_match = forms.BooleanField(required=False, label=OPTIONAL["short_match"])
    crystal_scarcity = forms.BooleanField(required=False, label=OPTIONAL["crystal_scarcity"])

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(options or {}))

    def options(self) -> dict[str, Any]:
        return {name: True for name, chosen in self.cleaned_data.items() if chosen}


class Row(NamedTuple):
    """A card, and who won it. `strange`: round 1 had no such card."""

    html_name: str
    value: int
    winner: int | None
    strange: bool = False

    @property
    def shown(self) -> str:
        return written(self.value)


class CardsWidget(forms.Widget):
    """The chips that were tapped, as they were sent; there may be some of a card that is none any more."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        sent = [data.get(f"{name}_{n}") for n in range(2 * dealt(3))]
        return [one for one in sent if one]


class EntryForm(forms.Form):
    """One round. `entry` is one that was entered before, to be corrected; seats are numbers throughout.

    `way` is how it is told: by tapping the cards, once they are known, by typing their values, or only the points.
    `won_N` is a chip that was tapped: the card's value and who won it. `grimoires_N` are a player's values, typed.
    """

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None:
        self.at, self.dealt = at, dealt(len(at.names))
        self.known = known_cards(at.setup, at.entries)
        super().__init__(data, initial=initial(entry or {}), use_required_attribute=False)
        self.usual = self.initial.get("way") or self.way_of_the_last()
        choices = [(n, n) for n in range(self.dealt + 1)]
        self.fields |= {
            "way": forms.CharField(required=False),
            "grimoires": forms.Field(required=False, label=_("the Grimoires")),
            "won": forms.Field(required=False, widget=CardsWidget),
            "crystals": forms.Field(required=False),
            "points": forms.Field(required=False),
        }
        for seat, name in enumerate(at.names):
            self.fields[f"grimoires_{seat}"] = forms.CharField(required=False, label=name)
            self.fields[f"crystals_{seat}"] = forms.TypedChoiceField(
                choices=choices, coerce=int, empty_value=None, required=False, label=name
            )
            self.fields[f"points_{seat}"] = forms.CharField(required=False, label=name)

    def way_of_the_last(self) -> str:
        entries = self.at.entries
        return SUMS if entries and entries[-1].points is not None else CARDS

    @property
    def chosen(self) -> str:
        """The way in which this round is told."""
        said = str(self["way"].value() or "")
        way = said if said in WAYS else self.usual
        return VALUES if way == CARDS and not self.known else way

    def clean(self) -> dict[str, Any]:
        if self.chosen == SUMS:
            self.check_points()
        else:
            self.check_grimoires()
        return self.cleaned_data

    def check_points(self) -> None:
        for seat, name in enumerate(self.at.names):
            field, text = f"points_{seat}", self.text(f"points_{seat}")
            self.errors.pop(f"crystals_{seat}", None)  # what is left in what was not chosen
            self.cleaned_data[field] = read_sum(text)
            if not text:
                missing = say("%(name)s’s points are missing: 0 for nothing.") % {"name": name}
                self.add_error(field, ValidationError(missing, "required"))
            elif self.cleaned_data[field] is None:
                self.add_error(field, A_LARGE_SUM if has_large_number(text) else LIKE_A_SUM)

    def check_grimoires(self) -> None:
        for seat in range(len(self.at.names)):
            text = self.typed(seat)
            if self.chosen == VALUES and read_list(text) is None:
                self.add_error(f"grimoires_{seat}", A_LARGE_VALUE if has_large_number(text) else LIKE_A_LIST)
        if self.count < self.dealt and not self.errors:
            left = self.left_over()
            self.fields["grimoires"].label = ", ".join(filter(None, (self.counted(), left)))
            few = left or told(wrong_count(self.count, self.dealt))
            self.add_error("grimoires", ValidationError(few, "required"))

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form; of another, so much as can be read."""
        seats = range(len(self.at.names))
        if self.chosen == SUMS:
            points = {str(seat): self.cleaned_data.get(f"points_{seat}") for seat in seats}
            return {"points": {seat: said for seat, said in points.items() if isinstance(said, int)}}
        grimoires = {str(seat): list(self.won(seat)) for seat in seats if self.won(seat)}
        crystals = {str(seat): count for seat in seats if (count := self.cleaned_data.get(f"crystals_{seat}"))}
        return {"grimoires": grimoires} | ({"crystals": crystals} if crystals else {})

    def text(self, field: str) -> str:
        """What was typed there."""
        return str(self[field].value() or "").strip()

    def typed(self, seat: int) -> str:
        """A player's values as typed; or as tapped, if the cards are not known any more."""
        if text := self.text(f"grimoires_{seat}"):
            return text
        return " ".join(row.shown for row in self.rows if row.winner == seat) if not self.known else ""

    def won(self, seat: int) -> tuple[int, ...]:
        """The values of the Grimoires that a player won, so far as they can be read."""
        if self.chosen == CARDS:
            return tuple(row.value for row in self.rows if row.winner == seat)
        return read_list(self.typed(seat)) or ()

    @cached_property
    def rows(self) -> list[Row]:
        """The cards that are known, the best first; then those that were tapped and are none of them."""
        tapped = [card for sent in self["won"].value() or () if (card := read_card(sent, len(self.at.names)))]
        rows: list[Row] = []
        for value in sorted(self.known.cards if self.known else (), reverse=True):
            found = next((card for card in tapped if card[0] == value), None)
            if found:
                tapped.remove(found)
            rows.append(Row(f"won_{len(rows)}", value, found[1] if found else None))
        strange = [Row(f"won_{len(rows) + n}", *card, strange=True) for n, card in enumerate(tapped)]
        return rows + strange if self.is_bound else one_for_the_other(rows, strange)

    @property
    def count(self) -> int:
        return sum(len(self.won(seat)) for seat in range(len(self.at.names)))

    def counted(self) -> str:
        return say("%(count)s of %(dealt)s cards") % {"count": self.count, "dealt": self.dealt}

    def left_over(self) -> str:
        """Which cards nobody has yet, when they are the last ones."""
        left = [row.shown for row in self.rows if row.winner is None]
        if self.chosen != CARDS or len(left) > FEW:
            return ""
        return ngettext("%(left)s is left over", "%(left)s are left over", len(left)) % {"left": ", ".join(left)}

    def gained(self, seat: int) -> int:
        """How many Crystals a player gained, so far as is said."""
        said = self.text(f"crystals_{seat}")
        return int(said) if said in map(str, range(self.dealt + 1)) else 0

    def page(self) -> EntryPage:
        return EntryPage(self)


def one_for_the_other(rows: list[Row], strange: list[Row]) -> list[Row]:
    """If one card was corrected since, it is the one that is left over."""
    open_rows = [row for row in rows if row.winner is None]
    if len(strange) == len(open_rows) == 1:
        return [row._replace(winner=strange[0].winner) if row.winner is None else row for row in rows]
    return rows + strange


def initial(entry: Mapping[str, Any]) -> dict[str, Any]:
    if "points" in entry:
        return {"way": SUMS} | {f"points_{seat}": written(points) for seat, points in entry["points"].items()}
    if "grimoires" not in entry:
        return {}
    won = entry["grimoires"].items()
    texts = {f"grimoires_{seat}": " ".join(map(written, values)) for seat, values in won}
    chips = [f"{value} {seat}" for seat, values in won for value in values]
    crystals = {f"crystals_{seat}": count for seat, count in entry.get("crystals", {}).items()}
    return {"way": CARDS, "won": chips} | texts | crystals


def told(text: Text) -> str:
    return text.say((), say, ngettext)


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    chosen = [str(label) for name, label in OPTIONAL.items() if options.get(name)]
    return [("", ", ".join(chosen))] if chosen else []


def describe(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """What was entered, or noted so far, player by player."""
    facts = [(name, said_of(entry, str(seat))) for seat, name in enumerate(names)]
    return [(name, said) for name, said in facts if said]


def said_of(entry: Mapping[str, Any], seat: str) -> str:
    if seat in entry.get("points", {}):
        return say("%(points)s points") % {"points": written(entry["points"][seat])}
    values = ", ".join(map(written, entry.get("grimoires", {}).get(seat, ())))
    crystals = entry.get("crystals", {}).get(seat, 0)
    gained = ngettext("%(count)s Crystal", "%(count)s Crystals", crystals) % {"count": crystals} if crystals else ""
    return " + ".join(filter(None, (values, gained)))
