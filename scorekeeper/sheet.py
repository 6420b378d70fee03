"""The rows of a score sheet, as long as none of them is open."""

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorekeeper.rounds import Round


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
    said = (round.title, round.label, round.corrected, round.put_in, round.problem, round.late)
    return Row(round.entry.slot, round.url, *said, round.cells)


def drawn(round: Round) -> str:
    return drawn_once(row_of(round), get_language())


@lru_cache(2048)
def drawn_once(row: Row, language: str) -> str:
    """For all who look: the most of a sheet is as it was when it was last shown."""
    return render_to_string("row.html", {"row": row, "detail": False})
