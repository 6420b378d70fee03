"""What a phone sends for Big Fish, made into an entry: a row, piles counted at the end, or the mistake card."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.big_fish.bonus import DRAWN, FOR, LETTERS
from games.big_fish.cards import CARDS, ROW
from games.big_fish.entry_page import EntryPage
from games.big_fish.page import Row as CaughtRow
from games.big_fish.page import TablePage, row_of
from games.big_fish.rules import table_of
from games.big_fish.table import Table
from games.big_fish.words import describe, describe_options
from games.contract import Seat, Situation

__all__ = ["EntryForm", "OptionsForm", "TablePage", "describe", "describe_options"]

FIELDS = {
    "catch": ("player", "cards", "bonus"),
    "mistake": ("player",),
    "count": ("counted", "plus", "minus", "plus_cards", "ones", "bonuses"),
}
MOST = 999


class OptionsForm(forms.Form):
    """`options` is how a game was set up, to be changed or repeated. Where it does not say what was drawn, that is
    drawn by lot, unless the table picks.
    """

    advanced = forms.ChoiceField(
        choices=[("basic", _("Basic")), ("advanced", _("Advanced"))], widget=forms.RadioSelect, label=_("Game")
    )
    drawn = forms.ChoiceField(
        choices=[
            ("", _("Draw one for us")),
            *((letter, format_lazy("{}: {}", letter, _(FOR[letter].message))) for letter in DRAWN),
        ],
        required=False,
        widget=forms.RadioSelect,
        label=_("Card drawn"),
    )
    a_is_extra = forms.BooleanField(
        required=False,
        label=_("A comes on top"),
        help_text=_("A row brings one bonus card at most. With this, A moves beside another one, not in its place."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None:
        known = options or {}
        advanced = "advanced" if known.get("advanced") else "basic"
        initial = {"drawn": known.get("drawn") or "", "a_is_extra": known.get("a_is_extra", False)}
        super().__init__(data, initial={"advanced": advanced, **initial}, use_required_attribute=False)

    def clean(self) -> dict[str, Any]:
        """A table that picks B or C has no A to lie on top; one that draws agrees on it before."""
        said = self.cleaned_data
        if said.get("drawn") in ("B", "C"):
            said["a_is_extra"] = False
        if said.get("advanced") == "advanced" and said.get("drawn") == "":
            said["drawn"] = drawn_for(str(self.data.get("submission", "")))
        return said

    def options(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said["advanced"] == "basic":
            return {"advanced": False}
        return {"advanced": True, "drawn": said["drawn"], "a_is_extra": said["a_is_extra"]}


def drawn_for(submission: str) -> str:
    """By lot, but the same card however often the same page is sent: it is saved once."""
    try:
        lot = UUID(submission)
    except ValueError:
        lot = uuid4()
    return DRAWN[lot.int % len(DRAWN)]


class CardsField(forms.MultiValueField):
    """A row of five cards; fewer while they are being tapped in."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "–"), *((card, card) for card in CARDS)]
        cards = [forms.ChoiceField(choices=choices, required=False)] * ROW
        widget = forms.MultiWidget([forms.RadioSelect(choices=choices)] * ROW)
        super().__init__(cards, widget=widget, required=False, require_all_fields=False, **kwargs)

    def compress(self, cards: list[str]) -> list[str]:
        return [card for card in cards if card]


class Pile(forms.IntegerField):
    """A number that may be blank while it is not counted; 0 is another thing."""

    def __init__(self, **kwargs: Any) -> None:
        whole, below, above = _("This takes a whole number."), _("This cannot be below 0."), _("This is too much.")
        errors = {"invalid": whole, "min_value": below, "max_value": above}
        super().__init__(required=False, min_value=0, max_value=MOST, error_messages=errors, **kwargs)


class Slot(NamedTuple):
    """One of the five places of the row, and the card that lies there."""

    html_name: str
    shown: str


class EntryForm(forms.Form):
    """`type` says which of the three it is; a table either catches rows or counts piles, and both can err.

    `counted` is the player whose piles are counted, so that another may stand in `player` beside it.
    """

    type = forms.ChoiceField(choices=[(kind, kind) for kind in FIELDS], required=False, label=_("what is entered"))
    cards = CardsField(label=_("the five cards"))
    bonus = forms.ChoiceField(
        choices=[(letter, letter) for letter in LETTERS], required=False, label=_("which bonus card")
    )
    plus = Pile(label=_("plus"))
    minus = Pile(label=_("minus"))
    plus_cards = Pile(label=_("plus cards"))
    ones = Pile(label=_("ones in plus"))
    bonuses = forms.MultipleChoiceField(
        choices=[(letter, letter) for letter in LETTERS], required=False, label=_("bonus cards")
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None:
        self.at, self.setup = at, at.setup
        self.table = table_of(at.setup, at.entries[: at.place])
        super().__init__(data, initial={"counted": self.next_counted(), **initial(entry)}, use_required_attribute=False)
        for name, label in (("player", _("the player")), ("counted", _("whose piles"))):
            self.fields[name] = forms.TypedChoiceField(
                choices=list(enumerate(at.names)), coerce=int, empty_value=None, required=False, label=label
            )

    def clean(self) -> dict[str, Any]:
        for name in self.errors.keys() - {"type", *FIELDS[self.kind]}:
            del self.errors[name]  # of a form that was folded away
        {"catch": self.clean_catch, "mistake": self.clean_mistake, "count": self.clean_count}[self.kind]()
        return self.cleaned_data

    def clean_catch(self) -> None:
        self.ask("player", _("Who took the row?"))
        if "keep" in self.data and "bonus" not in self.errors and self.wanted in LETTERS:
            self.cleaned_data["bonus"] = self.wanted
        if "cards" not in self.errors and len(self.cleaned_data.get("cards") or ()) < ROW:
            self.add_error("cards", ValidationError(_("Tap all five cards of the row."), "required"))
        elif self.row and self.row.choices:
            self.ask("bonus", _("Which bonus card is taken?"))

    def clean_mistake(self) -> None:
        self.ask("player", _("Who takes the mistake card?"))

    def clean_count(self) -> None:
        following = self.next_counted()
        if self["counted"].data is None and following is not None:
            self.cleaned_data["counted"] = int(following)  # of a phone without a network, which cannot tell
        self.ask("counted", _("Whose piles are these?"))
        for name in self.counting:
            self.ask(name, _("Say how many, also if it is 0."))

    def ask(self, name: str, question: Any) -> None:
        """What is blank is asked for."""
        if name not in self.errors and self.cleaned_data.get(name) in (None, ""):
            self.add_error(name, ValidationError(question, "required"))

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form; of another, so much as can be read."""
        said = self.cleaned_data
        entry = {name: said[name] for name in FIELDS[self.kind] if said.get(name) not in (None, "", [])}
        if "counted" in entry:
            entry["player"] = entry.pop("counted")
        if self.kind == "catch" and self.tapped:
            entry["cards"] = self.tapped
        if self.kind == "catch" and self.row and self.row.only and "bonus" not in entry:
            entry["bonus"] = self.row.only  # said in full: a correction before it does not move it by itself
        return {"type": self.kind, **entry}

    @property
    def kind(self) -> str:
        said = str(self["type"].value())
        return said if said in FIELDS else self.usual

    @property
    def usual(self) -> str:
        """What is entered here, unless something else is said."""
        if not self.whole.counting:
            return "catch"
        forgotten = self.at.place is not None and self.whole.complete  # piles cannot be
        return "mistake" if forgotten else "count"

    @cached_property
    def whole(self) -> Table:
        """The table with what comes after this entry, too."""
        return self.table if self.at.place is None else table_of(self.setup, self.at.entries)

    def next_counted(self) -> Seat | None:
        """Whose piles were not counted yet."""
        return next((piles.player for piles in self.table.piles if not piles.counted), None)

    def slots(self) -> list[Slot]:
        """One a place of the row, each card where it was tapped."""
        tapped = [str(card or "") for card in self["cards"].value() or []]
        known = [card if card in CARDS else "" for card in tapped] + [""] * ROW
        return [Slot(f"cards_{place}", known[place]) for place in range(ROW)]

    @property
    def tapped(self) -> list[str]:
        """The cards so far."""
        return [slot.shown for slot in self.slots() if slot.shown]

    @property
    def row(self) -> CaughtRow | None:
        """What the row is worth, once it is known, and whoever took it."""
        cards = tuple(self.tapped)
        if len(cards) < ROW:
            return None
        return row_of(self.at, self.table, self.seat_in("player"), cards, str(self["bonus"].value()))

    def seat_in(self, field: str) -> Seat | None:
        """Whoever is chosen there."""
        chosen = str(self[field].value())
        return next((Seat(seat) for seat in range(len(self.at.names)) if str(seat) == chosen), None)

    @property
    def wanted(self) -> str:
        """The bonus card that was refused, and is not offered any more: kept if the earlier row is the wrong one."""
        return str(self.data.get("wanted") or self["bonus"].value() or "")

    @property
    def counting(self) -> list[str]:
        """The numbers that are asked for."""
        asked = {"B": ["plus_cards"], "C": ["ones"]}.get(self.table.drawn or "", [])
        return ["plus", "minus", *asked]

    def page(self) -> EntryPage:
        return EntryPage(self)


def initial(entry: Mapping[str, Any] | None) -> dict[str, Any]:
    return {**entry, "counted": entry["player"]} if entry else {}
