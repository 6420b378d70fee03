"""What the form for a round of Chimera Tricks shows: how it can be noted, and what it comes to for each so far."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.chimera_tricks.round import SCARCE
from games.chimera_tricks.rules import reckoned, turned
from games.contract import Text, written
from games.contract import gettext as _

if TYPE_CHECKING:
    from games.chimera_tricks.forms import EntryForm

CARDS, VALUES, SUMS = "cards", "values", "sums"
WAYS = {CARDS: _("Cards"), VALUES: _("Values"), SUMS: _("Points")}
FEW = 4  # so many Crystals are in reach of one tap; more are folded away


class Player(NamedTuple):
    """What a form knows of one player, with its fields, and what it comes to so far."""

    seat: int
    name: str
    won: tuple[int, ...]
    crystals: int
    typed: str
    values: Any
    gained: Any
    points: Any

    @property
    def turned(self) -> str:
        return ", ".join(map(written, turned(self.won, self.crystals)[0]))

    @property
    def sum(self) -> int:
        return sum(line.points for line in reckoned(self.won, self.crystals))


@dataclass(frozen=True)
class EntryPage:
    """Beside the fields of the form."""

    form: "EntryForm"

    @property
    def keys(self) -> str:
        """Which keys the page shows: those for a list of values, or for a sum."""
        return "sum" if self.form.chosen == SUMS else "list"

    def ways(self) -> list[tuple[str, Text]]:
        """How a round can be told, the way that is usual first."""
        possible = [way for way in WAYS if way != CARDS or self.form.known]
        first = self.form.usual if self.form.usual in possible else VALUES
        return [(way, WAYS[way]) for way in sorted(possible, key=lambda way: way != first)]

    def has_strange_rows(self) -> bool:
        return any(row.strange for row in self.form.rows)

    def players(self) -> Iterator[Player]:
        form = self.form
        for seat, name in enumerate(form.at.names):
            fields = (form[f"{kind}_{seat}"] for kind in ("grimoires", "crystals", "points"))
            yield Player(seat, name, form.won(seat), form.gained(seat), form.typed(seat), *fields)

    def few(self) -> range:
        return range(FEW + 1)

    def many(self) -> range:
        """The numbers of Crystals that are folded away."""
        return range(FEW + 1, (SCARCE if self.form.at.setup.options.crystal_scarcity else self.form.dealt) + 1)

    def crystals_left(self) -> int | None:
        """How many of the four are nobody's yet, where there are only four."""
        if not self.form.at.setup.options.crystal_scarcity:
            return None
        return max(0, SCARCE - sum(player.crystals for player in self.players()))

    def first_round(self) -> tuple[Text, str] | None:
        """Which round said what cards there are, and where it is."""
        if not self.form.known:
            return None
        number = self.form.known.entry
        return _("Round %(number)s", number=number + 1), self.form.at.link(number)
