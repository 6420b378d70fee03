"""The entries of a score sheet, and the sheet that they fill: a row for all players, or the open
rows of one player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.contract import Impossible, Line, Result, Seat, Setup, Text, zero_result
from games.contract import gettext as _
from games.kit.rounds import result_of_lines
from games.score_sheet.row import Options, Row

Lines = Mapping[Seat, tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class RowEntry:
    """A row of all players. A player who is left out has 0."""

    row: str
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """All rows of a player that are still open. A row that is left out has 0."""

    player: Seat
    counts: Mapping[str, int]


Entry = RowEntry | PlayerEntry


@dataclass(slots=True)
class Sheet:
    """`cells`: the points of each row and seat, and the entry, from 0, that they come from.

    An entry fills a whole row, or all that a player still has open. So the rows in `filled_rows`
    are filled for all players, the players in `complete_seats` have every row, and all other cells
    are open.
    """

    seats: int
    rows: Mapping[str, Row]
    cells: dict[tuple[str, Seat], tuple[int, int]] = field(default_factory=dict)
    filled_rows: set[str] = field(default_factory=set)
    complete_seats: set[Seat] = field(default_factory=set)

    @property
    def open_rows(self) -> list[Row]:
        """The rows with an open cell; they are open for every player of `open_seats`."""
        if not self.open_seats:
            return []
        return [row for row in self.rows.values() if row.name not in self.filled_rows]

    @property
    def open_seats(self) -> list[Seat]:
        if len(self.filled_rows) == len(self.rows):
            return []
        return [seat for seat in map(Seat, range(self.seats)) if seat not in self.complete_seats]

    @property
    def by_columns(self) -> bool:
        """True if columns come first: once one is filled, no row is open for everyone."""
        return bool(self.complete_seats) or self.seats == 1

    @property
    def open_parts(self) -> Sequence[Row | Seat]:
        """The columns that are still to be filled, or else the rows."""
        return self.open_seats if self.by_columns else self.open_rows

    @property
    def is_complete(self) -> bool:
        return not self.open_seats

    @property
    def totals(self) -> list[int]:
        totals = [0] * self.seats
        for (_row, seat), (points, _entry) in self.cells.items():
            totals[seat] += points
        return totals

    def fill(self, number: int, entry: Entry) -> Lines:
        """Fill the cells of an entry. Raises Impossible, and then changes nothing."""
        if isinstance(entry, RowEntry):
            return self._fill_row(number, entry)
        return self._fill_player(number, entry)

    def _fill_row(self, number: int, entry: RowEntry) -> Lines:
        row = self._row(entry.row, "row")
        if row.name in self.filled_rows:
            raise Impossible("row", _("%(row)s is already filled.", row=row.name))
        if self.complete_seats:
            raise Impossible("row", _already_filled(row, min(self.complete_seats)))
        counts = {seat: entry.counts.get(seat, 0) for seat in map(Seat, range(self.seats))}
        for count in counts.values():
            _check_count(row, count)
        self.filled_rows.add(row.name)
        for seat, count in counts.items():
            self.cells[row.name, seat] = row.points(count), number
        return {seat: (row.line(count),) for seat, count in counts.items()}

    def _fill_player(self, number: int, entry: PlayerEntry) -> Lines:
        player, rows = entry.player, self.open_rows
        if player not in self.open_seats:
            raise Impossible("player", _("%(player)s has no open row.", player=player))
        for row in [self._row(name, "counts") for name in entry.counts]:
            if row.name in self.filled_rows:
                raise Impossible("counts", _already_filled(row, player))
        counts = {row.name: entry.counts.get(row.name, 0) for row in rows}
        for row in rows:
            _check_count(row, counts[row.name])
        self.complete_seats.add(player)
        for row in rows:
            self.cells[row.name, player] = row.points(counts[row.name]), number
        lines = [row.named_line(counts[row.name]) for row in rows if counts[row.name]]
        return {player: tuple(lines) or (Line(0, _("nothing")),)}

    def _row(self, name: str, field: str) -> Row:
        if name not in self.rows:
            raise Impossible(field, _("The sheet has no row “%(row)s”.", row=name))
        return self.rows[name]


def fill_sheet(setup: Setup[Options], entries: Sequence[Entry]) -> tuple[list[Result], Sheet]:
    """Return the results and the sheet; an entry that cannot stand fills nothing."""
    sheet = Sheet(setup.seats, {row.name: row for row in setup.options.rows})
    totals, results = (0,) * setup.seats, []
    for number, entry in enumerate(entries):
        result = _result(number, entry, sheet, totals)
        results.append(result)
        totals = result.totals
    return results, sheet


def _result(number: int, entry: Entry, sheet: Sheet, totals: tuple[int, ...]) -> Result:
    try:
        by_seat = sheet.fill(number, entry)
    except Impossible as problem:
        return zero_result(totals, problem)
    lines = tuple([by_seat.get(Seat(seat), ()) for seat in range(sheet.seats)])
    return result_of_lines(lines, totals)


def _check_count(row: Row, count: int) -> None:
    if problem := row.problem(count):
        raise Impossible("counts", problem)


def _already_filled(row: Row, seat: Seat) -> Text:
    return _("%(player)s’s %(row)s is already filled.", player=seat, row=row.name)
