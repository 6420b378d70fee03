"""The score sheet: the rounds of a page, and their rows as long as none of them is open."""

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table

ROWS = 50  # on the table's own page, the newest; a link leads to all
CELLS = 1500  # on a page of all rounds, which keeps it below half a megabyte
MARGIN = 3  # what a row weighs beside its cells, in cells


def rows_a_page(table: Table) -> int:
    return max(1, CELLS // (len(table.seats) + MARGIN))


def newest_rounds(table: Table) -> list[Round]:
    """Those on the table's own page."""
    return table.rounds[: -1 - min(ROWS, rows_a_page(table)) : -1]


def sheet_url(table: Table, slot: int) -> str:
    """The page whose sheet has the round in this slot: the table's, or one of all rounds."""
    if len(table.entries) - table.places[slot] <= min(ROWS, rows_a_page(table)):
        return table.url
    return f"{reverse('rounds', args=[table.session.pk])}?round={slot}"


def page_with(table: Table, slot: int) -> int:
    """Which of the pages of all rounds has this one, from 1."""
    newer = len(table.entries) - 1 - table.places[slot]
    return newer // rows_a_page(table) + 1


class Row(NamedTuple):
    """All that a row shows."""

    slot: int
    url: str
    title: str
    label: str
    corrected: bool
    put_in: bool
    problem: str
    late: bool
    cells: tuple[tuple[int | None, int], ...]


def row_of(round: Round) -> Row:
    said = (round.title, round.label, round.corrected, round.is_inserted, round.problem, round.late)
    return Row(round.entry.slot, round.url, *said, round.cells)


def render_row(round: Round) -> str:
    return render_row_once(row_of(round), get_language())


@lru_cache(2048)
def render_row_once(row: Row, language: str) -> str:
    """For all who look: the most of a sheet is as it was when it was last shown."""
    return render_to_string("tables/_row.html", {"row": row, "detail": False})
