"""A board game with a score sheet, filled row by row, or by some tables player by player."""

from random import Random

from games.contract import Seat
from games.score_sheet.rules import Options, PlayerEntry, Row, RowEntry, game
from scorekeeper.demo.position import Position, Strategy

MEANS = {
    "Military": 4,
    "Coins": 9,
    "Wonder": 7,
    "Civilian structures": 12,
    "Science": 10,
    "Commerce": 5,
    "Guilds": 6,
}
ROWS = tuple(Row(name, divide=3 if name == "Coins" else 1) for name in MEANS)


def next_entry(position: Position) -> RowEntry | PlayerEntry:
    columns = any(isinstance(entry, PlayerEntry) for entry in position.entries)
    if columns or (not position.entries and position.happens(0.3)):
        seat = Seat(len(position.entries))
        return PlayerEntry(seat, {name: count(position, seat, name) for name in MEANS})
    name = ROWS[len(position.entries)].name
    return RowEntry(name, {seat: count(position, seat, name) for seat in position.seats})


def count(position: Position, seat: Seat, name: str) -> int:
    mean = MEANS[name] * (0.7 + 0.6 * position.skills[seat])
    return position.near(mean, MEANS[name] / 2, least=-3 if name == "Military" else 0)


def options(chance: Random) -> Options:
    return Options(ROWS, title="Wonders")


strategies = (Strategy(game, range(3, 6), 1.2, 6, options, next_entry),)
