"""The size of a score sheet of six players and twelve rows, of its forms, and the time to score."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bench.figure import Figure
from bench.site import Site
from bench.visit import kilobytes
from bench.visitor import Visitor
from bench.yahtzee import NAMES
from games.contract import Scoreboard, Seat, Setup
from games.score_sheet.rules import Options, Row, RowEntry, game

ROWS = tuple(
    Row(name, divide=3 if name == "Coins" else 1)
    for name in (
        *("Military", "Coins", "Wonder", "Civilian structures", "Science", "Commerce"),
        *("Guilds", "Leaders", "Cities", "Debts", "Fleet", "Islands"),
    )
)
GAMES = 3
"""The last of them also shows the best in each row."""


def entries(seed: int = 1) -> list[RowEntry]:
    chance = Random(seed)  # noqa: S311 - no secret
    seats = [Seat(seat) for seat in range(len(NAMES))]
    return [RowEntry(row.name, {seat: chance.randint(0, 60) for seat in seats}) for row in ROWS]


def score_game(played: Sequence[RowEntry]) -> Scoreboard:
    return game.score(Setup(len(NAMES), Options(ROWS)), played)


def fields(entry: RowEntry) -> list[tuple[str, Any]]:
    """The fields that a phone sends for this row."""
    counts = [(f"counts_{seat}", count) for seat, count in entry.counts.items()]
    return [("player", ""), ("row", entry.row), *counts]


def options() -> list[tuple[str, Any]]:
    """The fields of a new game."""
    return [
        ("title", "Wonders"),
        *(("row_name", row.name) for row in ROWS),
        *(("row_divide", row.divide) for row in ROWS),
    ]


def play(visitor: Visitor, seed: int) -> tuple[str, int]:
    """Return the path of a finished table, and the size of the form for its first row."""
    table = visitor.start("score_sheet", NAMES, options())
    form = len(visitor.get(f"{table}enter/").body)
    for slot, entry in enumerate(entries(seed), 1):
        if (saved := visitor.send(visitor.entry_request(table, slot, fields(entry)))).status != 302:
            raise RuntimeError(f"row {slot} was not saved: {saved.status}")
    return table, form


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    played = [play(visitor, seed) for seed in range(GAMES)]
    tables, forms = zip(*played, strict=True)
    what = f"HTML of a score sheet of {len(NAMES)}, {len(ROWS)} rows"
    first, last = (len(visitor.get(table).body) for table in (tables[0], tables[-1]))
    return [
        Figure(f"{what}, gzipped", kilobytes(first), "≤ 12 KB"),
        Figure(f"{what}, with the best in each row, gzipped", kilobytes(last), "≤ 12 KB"),
        Figure("HTML of the form for its first row, gzipped", kilobytes(forms[0]), "≤ 12 KB"),
    ]
