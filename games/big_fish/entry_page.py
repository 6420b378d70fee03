"""What the form for an entry of Big Fish shows: what can be entered, who and which cards can be tapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.big_fish.bonus import FOR, LETTERS, WORTH
from games.big_fish.cards import COLOURS, VALUES
from games.big_fish.page import Card
from games.big_fish.words import COLOUR_NAMES
from games.contract import Text
from games.contract import gettext as _

if TYPE_CHECKING:
    from games.big_fish.forms import EntryForm


class Place(NamedTuple):
    """A player to tap."""

    number: int
    name: str
    chosen: bool


@dataclass(frozen=True)
class EntryPage:
    """Beside the fields of the form."""

    form: "EntryForm"

    @property
    def ways(self) -> list[tuple[str, Text]]:
        """What can be entered here, if there is anything to choose."""
        if self.form.at.place is not None:
            row, piles = ("catch", _("A row")), ("count", _("Piles"))
            return [piles if self.form.whole.counting else row, ("mistake", _("Mistake card"))]
        if self.form.table.undecided and self.form.kind != "mistake":
            return [("catch", _("Catch by catch")), ("count", _("Count at the end"))]
        return []

    @property
    def kinds(self) -> list[str]:
        """All that the page has a form for, of which one is shown."""
        return [kind for kind, _ in self.ways] or [self.form.kind]

    @property
    def who_legend(self) -> Text:
        if self.form.at.place is not None:
            return _("Who was it?")
        return _("Who takes the mistake card?") if self.form.kind == "mistake" else _("Who took the row?")

    @property
    def catchers(self) -> list[Place]:
        return self.places("player")

    @property
    def counters(self) -> list[Place]:
        return self.places("counted")

    def places(self, field: str) -> list[Place]:
        chosen = self.form.seat_in(field)
        return [Place(seat, name, seat == chosen) for seat, name in enumerate(self.form.at.names)]

    def colours(self) -> Iterator[tuple[str, str, list[tuple[str, int]]]]:
        """Every card there is, colour by colour."""
        for colour in COLOURS:
            yield colour, str(COLOUR_NAMES[colour]), [(f"{colour}{value}", value) for value in VALUES]

    @property
    def numbers(self) -> list[Any]:
        """The fields for the numbers that are asked for."""
        return [self.form[name] for name in self.form.counting]

    def held(self) -> list[Card]:
        """The bonus cards to tick; of what others have ticked before, who has it."""
        table, ticked = self.form.table, self.form["bonuses"].value() or []
        letters = [letter for letter in LETTERS if letter != "A" or table.drawn == "A"]
        owners = {letter: self.form.at.names[seat] for letter, seat in table.owners.items()}
        return [Card(it, FOR[it], WORTH[it], owners.get(it, ""), it in ticked) for it in letters]
