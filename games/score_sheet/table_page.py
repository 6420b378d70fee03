"""The card on the table page: the rows of the sheet down, the players across."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.contract import EntryContext, Seat
from games.score_sheet.row import Row
from games.score_sheet.sheet import Sheet, fill_sheet


class Cell(NamedTuple):
    """The points of a player in a row, and the address of their entry; None and "" if open.

    `best`: nobody has more points in this row, and somebody has fewer.
    """

    points: int | None
    url: str = ""
    best: bool = False


@dataclass(frozen=True)
class TablePage:
    context: EntryContext

    @cached_property
    def sheet(self) -> Sheet:
        return fill_sheet(self.context.setup, self.context.entries)[1]

    @property
    def rows(self) -> Iterator[tuple[Row, list[Cell]]]:
        for row in self.context.setup.options.rows:
            yield row, self.cells(row)

    def cells(self, row: Row) -> list[Cell]:
        seats = map(Seat, range(self.sheet.seats))
        row_cells = [self.sheet.cells.get((row.name, seat)) for seat in seats]
        points = [cell[0] for cell in row_cells if cell]
        best = self.best(points) if len(points) == self.sheet.seats else None
        return [
            Cell(cell[0], self.context.entry_url(cell[1]), cell[0] == best) if cell else Cell(None)
            for cell in row_cells
        ]

    def best(self, points: list[int]) -> int | None:
        """Return the best points of a full row; None if all are alike."""
        if min(points) == max(points):
            return None
        return min(points) if self.context.setup.options.lowest_wins else max(points)
