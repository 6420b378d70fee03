"""Two tables for a spreadsheet: a row for each player of each game, and one for each entry."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from django.utils.timezone import localdate, localtime

from scorekeeper.exchange.archive import call_with_table, games_with_evenings
from scorekeeper.formats import whole_minutes
from scorekeeper.models import Group
from scorekeeper.tables.table import Table

Row = Sequence[object]

BOM = "\ufeff"  # without it, Excel reads UTF-8 as something else
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so would be computed by a spreadsheet, so it gets a quote before it."""

GAMES = (
    "date", "evening", "id", "game", "title", "options", "seat", "player", "total", "rank", "won",
    "players", "minutes", "comment", "ended_early",
)  # fmt: skip
ENTRIES = (
    "date", "id", "game", "title", "number", "entry", "player", "points", "total", "counts",
    "at", "device", "note",
)  # fmt: skip


class Echo:
    """A file for csv.writer that hands each line back instead of storing it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(heading: Row, rows: Iterable[Row]) -> Iterator[bytes]:
    writer = csv.writer(Echo())
    yield BOM.encode()
    for row in chain([heading], rows):
        line: str = writer.writerow([neutralise(cell) for cell in row])
        yield line.encode()


def neutralise(cell: object) -> object:
    """Keep a spreadsheet from computing a text. Numbers stay numbers, also below 0.

    A text that looks as if it had been changed so gets a further quote, as the import removes one.
    """
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"'{cell}" if isinstance(cell, str) and is_formula(cell.lstrip("'")) else cell


def is_formula(text: str) -> bool:
    return text.startswith(FORMULA)


def games_sheet(group: Group) -> Iterator[bytes]:
    return csv_lines(GAMES, rows_of(group, game_rows))


def entries_sheet(group: Group) -> Iterator[bytes]:
    return csv_lines(ENTRIES, rows_of(group, entry_rows))


def rows_of(group: Group, rows: Callable[[Table, str], Iterable[Row]]) -> Iterator[Row]:
    """Yield the rows of every game, each with the day on which its evening began, or ""."""
    for start, session in games_with_evenings(group):
        evening = localdate(start).isoformat() if start else ""
        yield from call_with_table(session, partial(list_rows, rows, evening)) or ()


def list_rows(rows: Callable[[Table, str], Iterable[Row]], evening: str, table: Table) -> list[Row]:
    return list(rows(table, evening))


def game_rows(table: Table, evening: str) -> Iterator[Row]:
    session, board = table.session, table.board
    end = session.finished_at
    minutes = whole_minutes(end - session.started_at) if end else ""
    options = "; ".join(f"{label} {value}".strip() for label, value in table.option_facts)
    for seat, name in enumerate(table.names):
        yield (
            *identity(table, evening), options, seat + 1, name, board.totals[seat],
            board.ranks[seat], seat in table.winners if board.finished else "",
            len(table.names), minutes, session.comment, "yes" if session.ended_early else "",
        )  # fmt: skip


def identity(table: Table, evening: str) -> tuple[Any, ...]:
    session = table.session
    day = localdate(session.played_at).isoformat()
    return day, evening, str(session.submission), table.game.slug, session.title


def entry_rows(table: Table, evening: str) -> Iterator[Row]:
    day, _evening, *which = identity(table, evening)
    for round in table.rounds:
        at, device = localtime(round.entry.at).isoformat(timespec="seconds"), round.entry.signature
        taking_part = table.participants(round.result)
        for seat, name in enumerate(table.names):
            if seat in taking_part or round.result.problem:
                yield (
                    day, *which, round.number, round.title, name, round.result.points[seat],
                    round.result.totals[seat], not round.result.problem, at, device, round.note,
                )  # fmt: skip
