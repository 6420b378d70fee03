"""The score sheet: which rounds a page shows, and their rows while closed."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import get_language

from scorekeeper.pages.game.fragments import render_fragment
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table

ROWS = 50  # the newest, on the table's own page; a link leads to all
CELLS = 1500  # on a page of all rounds, to keep it below half a megabyte
ON_PAPER = 2 * CELLS  # to print at once
MARGIN = 3  # what a row weighs besides its cells, in cells


def rows_a_page(table: Table) -> int:
    return max(1, CELLS // (len(table.seats) + MARGIN))


def newest_rounds(table: Table) -> list[Round]:
    return table.rounds[: -1 - min(ROWS, rows_a_page(table)) : -1]


def rounds_on_paper(table: Table) -> list[Round]:
    """Return the rounds to print, the first one first, as people write them down."""
    return table.rounds[: ON_PAPER // (len(table.seats) + MARGIN)]


def sheet_url(table: Table, slot: int) -> str:
    """The page whose sheet has the round in this slot: the table's, or one of all rounds."""
    if len(table.log.entries) - table.log.places[slot] <= min(ROWS, rows_a_page(table)):
        return table.url
    return f"{reverse('rounds', args=[table.session.pk])}?round={slot}"


def page_with(table: Table, slot: int) -> int:
    """The number, from 1, of the page of all rounds that has this one."""
    newer = len(table.log.entries) - 1 - table.log.places[slot]
    return newer // rows_a_page(table) + 1


def render_rows(rounds: Iterable[Round]) -> str:
    language, template = get_language(), "tables/_row.html"
    rows = (render_fragment(template, language, row=one.row, detail=False) for one in rounds)
    return format_html_join("", "{}", ((row,) for row in rows))
