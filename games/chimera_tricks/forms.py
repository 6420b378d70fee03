"""The forms of Chimera Tricks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.chimera_tricks.descriptions import OPTIONAL_RULES, describe_entry, describe_options
from games.chimera_tricks.parsing import has_large_number, parse_chip, parse_list, parse_sum
from games.chimera_tricks.rules import (
    SCARCE_CRYSTALS,
    grimoire_lines,
    join_turned,
    join_values,
    known_cards,
    split_negative,
    too_many_crystals_text,
    tricks_per_round,
    wrong_card_count_text,
)
from games.contract import Data, EntryContext, Seat, format_ungrouped
from games.kit.forms.fields import chosen_field
from games.kit.lists import list_items

__all__ = ["EntryForm", "OptionsForm", "describe_entry", "describe_options"]

CARDS, VALUES, POINTS = "cards", "values", "sums"
WAYS = {CARDS: _("Tap cards"), VALUES: _("Card by card"), POINTS: _("Totals")}
"""The ways to enter a round: tap the cards, type their values, or enter only the points."""

FEW = 4
"""The most Crystals that are one tap away; more are behind "More than 4"."""

LIST_HELP = _("Enter values like this: 5 3 −4")
SUM_HELP = _("Enter a sum like this: 12 + 5 − 3")
VALUE_TOO_LARGE = _("That is too large for one Grimoire.")
SUM_TOO_LARGE = _("That is too large for one round.")
TOO_LONG = _("That is too long: enter a shorter sum.")
MAX_LENGTH = 100


class OptionsForm(forms.Form):
    short_match = forms.BooleanField(required=False, label=OPTIONAL_RULES["short_match"])
    crystal_scarcity = forms.BooleanField(required=False, label=OPTIONAL_RULES["crystal_scarcity"])

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        super().__init__(data, initial=dict(options or {}))

    def options(self) -> dict[str, Any]:
        return {name: True for name, value in self.cleaned_data.items() if value}


@dataclass(frozen=True)
class CardRow:
    """A card, and the seat that won it. `unknown`: round 1 had no such card.

    `instead_of`: the stored card that it takes the place of; see replace_corrected_card.
    """

    html_name: str
    value: int
    winner: int | None
    unknown: bool = False
    instead_of: str = ""

    @property
    def label(self) -> str:
        return format_ungrouped(self.value)


class ChipsWidget(forms.Widget):
    """The chips that were tapped. A page from before a correction may send too many."""

    widgets_names = tuple(f"_{n}" for n in range(2 * tricks_per_round(3)))

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        chips = [data.get(name + suffix) for suffix in self.widgets_names]
        return [chip for chip in chips if chip]


@dataclass(frozen=True)
class PlayerInputs:
    """The fields of one player, and what they contain so far."""

    seat: int
    name: str
    grimoires: tuple[int, ...]
    crystals: int
    values_text: str
    values_field: Any
    crystals_field: Any
    points_field: Any

    @property
    def crystals_chosen(self) -> int | str:
        """The number on the card that is chosen; "" for none."""
        return "" if self.crystals_field.value() is None else self.crystals

    @property
    def to_plus(self) -> Sequence[int]:
        """The Grimoires that the Crystals turn."""
        return split_negative(self.grimoires, self.crystals)[0]

    @property
    def turned_from(self) -> str:
        return join_values(self.to_plus)

    @property
    def turned_to(self) -> str:
        return join_turned(self.to_plus)

    @property
    def sum(self) -> int:
        return sum(line.points for line in grimoire_lines(self.grimoires, self.crystals))


class EntryForm(forms.Form):
    """`way` is the way to enter the round, one of WAYS.

    `won_N` is a chip that was tapped: the value of the card and the seat that won it.
    `grimoires_N` is a player's list of values.
    """

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context, self.tricks = context, tricks_per_round(len(context.names))
        self.deck = known_cards(context.setup, context.entries)
        super().__init__(data, initial=initial_data(entry or {}), use_required_attribute=False)
        self.default_way = self.initial.get("way") or self.way_of_last_round()
        choices = [(n, n) for n in range(self.tricks + 1)]
        self.fields |= {
            "way": forms.CharField(required=False),
            "grimoires": forms.Field(required=False, label=_("the Grimoires")),
            "won": forms.Field(required=False, widget=ChipsWidget),
            "crystals": forms.Field(required=False),
            "points": forms.Field(required=False),
        }
        for seat in context.seats:
            name = context.names[seat]
            self.fields[f"grimoires_{seat}"] = typed_field(name, LIST_HELP)
            self.fields[f"crystals_{seat}"] = chosen_field(choices, name, int)
            self.fields[f"points_{seat}"] = typed_field(name, TOO_LONG)

    def way_of_last_round(self) -> str:
        entries = self.context.entries
        return POINTS if entries and entries[-1].points is not None else CARDS

    @property
    def current_way(self) -> str:
        if self.context.only is not None:
            return POINTS if self.default_way == POINTS else VALUES
        value = str(self["way"].value() or "")
        way = value if value in WAYS else self.default_way
        return VALUES if way == CARDS and not self.deck else way

    def clean(self) -> dict[str, Any]:
        if self.current_way == POINTS:
            self.check_points()
        else:
            self.check_grimoires()
        return self.cleaned_data

    def check_points(self) -> None:
        for seat in self.context.seats:
            name = self.context.names[seat]
            field, text = f"points_{seat}", self.field_text(f"points_{seat}")
            for other in (f"crystals_{seat}", f"grimoires_{seat}"):
                self.errors.pop(other, None)  # the page hides that field
            if field in self.errors:  # it is too long
                continue
            self.cleaned_data[field] = parse_sum(text)
            if not text:
                message = gettext("Enter %(name)s’s points, even if they are 0.") % {"name": name}
                self.add_error(field, ValidationError(message, "required"))
            elif self.cleaned_data[field] is None:
                self.add_error(field, SUM_TOO_LARGE if has_large_number(text) else SUM_HELP)

    def check_grimoires(self) -> None:
        for seat in self.context.seats:
            field, text = f"grimoires_{seat}", self.values_text(seat)
            self.errors.pop(f"points_{seat}", None)  # the page hides that field
            if self.current_way == CARDS:
                self.errors.pop(field, None)
            elif field not in self.errors and parse_list(text) is None:
                self.add_error(field, VALUE_TOO_LARGE if has_large_number(text) else LIST_HELP)
        if self.context.only is not None:
            self.check_own_crystals(Seat(self.context.only))
        elif self.card_count < self.tricks and not self.errors:
            left = self.left_over_text()
            missing = self.cards_text(self.tricks - self.card_count)
            self.fields["grimoires"].label = list_items(filter(None, (missing, left)))
            message = left or wrong_card_count_text(self.card_count, self.tricks).render(
                (), gettext, ngettext
            )
            self.add_error("grimoires", ValidationError(message, "required"))

    def check_own_crystals(self, seat: Seat) -> None:
        crystals, won = self.crystals_of(seat), len(self.grimoires_of(seat))
        if crystals > won and not self.errors:
            text = too_many_crystals_text(seat, crystals, won)
            self.add_error(f"crystals_{seat}", text.render(self.context.names, gettext, ngettext))

    def entry(self) -> dict[str, Any]:
        seats = list(map(int, self.context.seats))
        if self.current_way == POINTS:
            points = {str(seat): self.cleaned_data.get(f"points_{seat}") for seat in seats}
            return {
                "points": {
                    seat: number for seat, number in points.items() if isinstance(number, int)
                }
            }
        grimoires = {
            str(seat): list(self.grimoires_of(seat)) for seat in seats if self.grimoires_of(seat)
        }
        crystals = {
            str(seat): count
            for seat in seats
            if (count := self.cleaned_data.get(f"crystals_{seat}"))
        }
        return {"grimoires": grimoires} | ({"crystals": crystals} if crystals else {})

    def field_text(self, field: str) -> str:
        return str(self[field].value() or "").strip()

    def values_text(self, seat: int) -> str:
        """Return a player's values as typed, or as tapped if the cards became unknown.

        As typed, because after the space at its end the next value is being typed.
        """
        text = str(self[f"grimoires_{seat}"].value() or "")
        if text.strip():
            return text
        if self.deck:
            return ""
        return " ".join(row.label for row in self.card_rows if row.winner == seat)

    def grimoires_of(self, seat: int) -> tuple[int, ...]:
        """Return the values of a player's Grimoires, as far as they can be read."""
        if self.current_way == CARDS:
            return tuple(row.value for row in self.card_rows if row.winner == seat)
        return parse_list(self.values_text(seat)) or ()

    @cached_property
    def card_rows(self) -> list[CardRow]:
        """The known cards in descending order, then unknown ones that were tapped."""
        chips = [
            chip
            for text in self["won"].value() or ()
            if (chip := parse_chip(text, len(self.context.names)))
        ]
        rows: list[CardRow] = []
        for value in sorted(self.deck.cards if self.deck else (), reverse=True):
            match = next((chip for chip in chips if chip[0] == value), None)
            if match:
                chips.remove(match)
            rows.append(CardRow(f"won_{len(rows)}", value, match[1] if match else None))
        unknown = [
            CardRow(f"won_{len(rows) + n}", *chip, unknown=True) for n, chip in enumerate(chips)
        ]
        return rows + unknown if self.is_bound else replace_corrected_card(rows, unknown)

    @property
    def card_count(self) -> int:
        return sum(len(self.grimoires_of(seat)) for seat in self.context.seats)

    def card_count_text(self) -> str:
        return self.cards_text(self.card_count)

    def cards_text(self, count: int) -> str:
        return gettext("%(count)s of %(dealt)s cards") % {"count": count, "dealt": self.tricks}

    def left_over_text(self) -> str:
        """Return which cards nobody has yet, if only a few are left."""
        left = [row.label for row in self.card_rows if row.winner is None]
        if self.current_way != CARDS or len(left) > FEW:
            return ""
        return ngettext("%(left)s is left over", "%(left)s are left over", len(left)) % {
            "left": list_items(left)
        }

    def crystals_of(self, seat: int) -> int:
        """Return how many Crystals a player gained, as far as it can be read."""
        text = self.field_text(f"crystals_{seat}")
        return int(text) if text in map(str, range(self.tricks + 1)) else 0

    @property
    def keypad(self) -> str:
        """The keypad to show: for a list of values, or for a sum."""
        return "sum" if self.current_way == POINTS else "list"

    def ways(self) -> list[tuple[str, Any]]:
        """Return the ways to enter a round, the default first."""
        if self.context.only is not None:
            return [(self.current_way, WAYS[self.current_way])]
        possible = [way for way in WAYS if way != CARDS or self.deck]
        first = self.default_way if self.default_way in possible else VALUES
        return [(way, WAYS[way]) for way in sorted(possible, key=lambda way: way != first)]

    def has_unknown_cards(self) -> bool:
        return any(row.unknown for row in self.card_rows)

    def players(self) -> Iterator[PlayerInputs]:
        for seat in self.context.seats:
            fields = (self[f"{kind}_{seat}"] for kind in ("grimoires", "crystals", "points"))
            values = self.grimoires_of(seat), self.crystals_of(seat), self.values_text(seat)
            yield PlayerInputs(seat, self.context.names[seat], *values, *fields)

    def few(self) -> range:
        return range(FEW + 1)

    def many(self) -> range:
        """Return the numbers of Crystals behind "More than 4", with those that were entered."""
        scarce = self.context.setup.options.crystal_scarcity
        most = SCARCE_CRYSTALS if scarce else self.tricks
        return range(FEW + 1, max(most, *(player.crystals for player in self.players())) + 1)

    def crystals_left(self) -> int | None:
        """Return how many of the four Crystals nobody has; None without Crystal Scarcity."""
        context = self.context
        if not context.setup.options.crystal_scarcity or context.only is not None:
            return None
        return max(0, SCARCE_CRYSTALS - sum(player.crystals for player in self.players()))

    def first_round(self) -> tuple[str, str] | None:
        """Return the title and address of the round from which the cards are known."""
        if not self.deck:
            return None
        number = self.deck.entry
        title = gettext("Round %(number)s") % {"number": number + 1}
        return title, self.context.entry_url(number)


def typed_field(label: str, too_long: Any) -> forms.CharField:
    """Return a field for a list or a sum, which the form reads itself."""
    field = forms.CharField(required=False, max_length=MAX_LENGTH, label=label)
    field.error_messages["max_length"] = too_long
    return field


def replace_corrected_card(rows: list[CardRow], unknown: list[CardRow]) -> list[CardRow]:
    """Give the one card that is left over to the winner of the one unknown card.

    That is what a correction of round 1 comes to if it changed one card.
    """
    open_rows = [row for row in rows if row.winner is None]
    if len(unknown) == len(open_rows) == 1:
        card = unknown[0]
        corrected = replace(open_rows[0], winner=card.winner, instead_of=card.label)
        return [corrected if row is open_rows[0] else row for row in rows]
    return rows + unknown


def initial_data(entry: Mapping[str, Any]) -> dict[str, Any]:
    if "points" in entry:
        points = {
            f"points_{seat}": format_ungrouped(number) for seat, number in entry["points"].items()
        }
        return {"way": POINTS} | points
    if "grimoires" not in entry:
        return {}
    grimoires = entry["grimoires"].items()
    texts = {
        f"grimoires_{seat}": " ".join(map(format_ungrouped, values)) for seat, values in grimoires
    }
    chips = [f"{value} {seat}" for seat, values in grimoires for value in values]
    crystals = {f"crystals_{seat}": count for seat, count in entry.get("crystals", {}).items()}
    return {"way": CARDS, "won": chips} | texts | crystals
