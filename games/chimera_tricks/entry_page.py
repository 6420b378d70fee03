"""The entry page of Chimera Tricks beside the form's fields: ways to enter, and points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.chimera_tricks.rules import (
    SCARCE_CRYSTALS,
    grimoire_lines,
    join_turned,
    join_values,
    split_negative,
)
from games.contract import Text
from games.contract import gettext as _

if TYPE_CHECKING:
    from games.chimera_tricks.forms import EntryForm

CARDS, VALUES, POINTS = "cards", "values", "sums"
WAYS = {CARDS: _("Tap cards"), VALUES: _("Card by card"), POINTS: _("Totals")}
"""The ways to enter a round: tap the cards, type their values, or enter only the points."""

FEW = 4
"""The most Crystals that are one tap away; more are behind "More than 4"."""


class PlayerInputs(NamedTuple):
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
    def turned(self) -> Sequence[int]:
        """The Grimoires that the Crystals turn."""
        return split_negative(self.grimoires, self.crystals)[0]

    @property
    def turned_from(self) -> str:
        return join_values(self.turned)

    @property
    def turned_to(self) -> str:
        return join_turned(self.turned)

    @property
    def sum(self) -> int:
        return sum(line.points for line in grimoire_lines(self.grimoires, self.crystals))


@dataclass(frozen=True)
class EntryPage:
    form: "EntryForm"

    @property
    def keypad(self) -> str:
        """The keypad to show: for a list of values, or for a sum."""
        return "sum" if self.form.current_way == POINTS else "list"

    def ways(self) -> list[tuple[str, Text]]:
        """Return the ways to enter a round, the default first."""
        if self.form.context.only is not None:
            return [(self.form.current_way, WAYS[self.form.current_way])]
        possible = [way for way in WAYS if way != CARDS or self.form.known]
        first = self.form.default_way if self.form.default_way in possible else VALUES
        return [(way, WAYS[way]) for way in sorted(possible, key=lambda way: way != first)]

    def has_unknown_cards(self) -> bool:
        return any(row.unknown for row in self.form.card_rows)

    def players(self) -> Iterator[PlayerInputs]:
        form = self.form
        for seat in form.context.seats:
            fields = (form[f"{kind}_{seat}"] for kind in ("grimoires", "crystals", "points"))
            values = form.grimoires_of(seat), form.crystals_of(seat), form.values_text(seat)
            yield PlayerInputs(seat, form.context.names[seat], *values, *fields)

    def few(self) -> range:
        return range(FEW + 1)

    def many(self) -> range:
        """Return the numbers of Crystals behind "More than 4", with those that were entered."""
        scarce = self.form.context.setup.options.crystal_scarcity
        most = SCARCE_CRYSTALS if scarce else self.form.tricks
        return range(FEW + 1, max(most, *(player.crystals for player in self.players())) + 1)

    def crystals_left(self) -> int | None:
        """Return how many of the four Crystals nobody has; None without Crystal Scarcity."""
        context = self.form.context
        if not context.setup.options.crystal_scarcity or context.only is not None:
            return None
        return max(0, SCARCE_CRYSTALS - sum(player.crystals for player in self.players()))

    def first_round(self) -> tuple[Text, str] | None:
        """Return the title and address of the round from which the cards are known."""
        if not self.form.known:
            return None
        number = self.form.known.entry
        return _("Round %(number)s", number=number + 1), self.form.context.entry_url(number)
