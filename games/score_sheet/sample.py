"""A board game with a score sheet, filled row by row, or by some tables player by player."""

from random import Random

from games.contract import Position, Seat
from games.score_sheet.rules import Options, PlayerEntry, Row, RowEntry

MEANS = {
    "Military": 4,
    "Coins": 9,
    "Wonder": 7,
    "Civilian structures": 12,
    "Science": 10,
    "Commerce": 5,
    "Guilds": 6,
}
ROWS = tuple(
    Row(name, divide=3 if name == "Coins" else 1, least=-6 if name == "Military" else None)
    for name in MEANS
)


def next_entry(position: Position) -> RowEntry | PlayerEntry:
    rows: tuple[Row, ...] = position.setup.options.rows
    columns = any(isinstance(entry, PlayerEntry) for entry in position.entries)
    if columns or (not position.entries and position.happens(0.3)):
        seat = Seat(len(position.entries))
        return PlayerEntry(seat, {row.name: count(position, seat, row) for row in rows})
    row = rows[len(position.entries)]
    return RowEntry(row.name, {seat: count(position, seat, row) for seat in position.seats})


def count(position: Position, seat: Seat, row: Row) -> int:
    usual = MEANS.get(row.name, 8)
    number = position.near(usual * (0.7 + 0.6 * position.skills[seat]), usual / 2, row.least or 0)
    return number if row.most is None else min(number, row.most)


def options(chance: Random, seats: int) -> Options:
    return Options(ROWS, title="Wonders")
