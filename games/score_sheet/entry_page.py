"""The entry page of a score sheet beside the form's fields: players, rows and inputs."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from games.score_sheet.row import Row
from games.score_sheet.sheet import fill_sheet

if TYPE_CHECKING:
    from games.score_sheet.forms import EntryForm


class SeatChoice(NamedTuple):
    number: int
    name: str
    selected: bool


class SeatInput(NamedTuple):
    """The input of a player for the row, with the total so far."""

    seat: int
    name: str
    total: int
    field: Any


class RowInput(NamedTuple):
    """The input of a row for the player."""

    row: Row
    field: Any


@dataclass(frozen=True)
class EntryPage:
    form: "EntryForm"

    @property
    def is_row_possible(self) -> bool:
        """True if a row can be filled for everyone."""
        stored = self.form.stored
        if stored is not None:
            return "row" in stored
        return not self.form.by_columns and self.form.context.only is None

    @property
    def is_column_possible(self) -> bool:
        return self.form.stored is None or "player" in self.form.stored

    @property
    def everyone_selected(self) -> bool:
        return self.form.selected_seat is None

    @property
    def seat_choices(self) -> list[SeatChoice]:
        """The players with open rows."""
        selected, only = self.form.selected_seat, self.form.context.only
        open_seats = {*self.form.sheet.open_seats, selected} if only is None else {only}
        return [
            SeatChoice(seat, name, seat == selected)
            for seat, name in enumerate(self.form.context.names)
            if seat in open_seats
        ]

    @property
    def row_choices(self) -> list[tuple[Row, bool]]:
        """The open rows, and whether each is selected."""
        return [(row, row == self.form.selected_row) for row in self.form.sheet.open_rows]

    @cached_property
    def totals(self) -> tuple[int, ...]:
        results = fill_sheet(self.form.context.setup, self.form.context.entries)[0]
        return results[-1].totals if results else (0,) * len(self.form.context.names)

    @property
    def seat_inputs(self) -> list[SeatInput]:
        return [
            SeatInput(seat, name, self.totals[seat], self.form[f"counts_{seat}"])
            for seat, name in enumerate(self.form.context.names)
        ]

    @property
    def row_inputs(self) -> list[RowInput]:
        return [RowInput(row, self.form.cell(row)) for row in self.form.sheet.open_rows]

    @property
    def more_follow(self) -> bool:
        """True if the game goes on after this entry."""
        sheet = self.form.sheet
        left = sheet.open_seats if self.form.by_columns else sheet.open_rows
        return len(left) > 1
