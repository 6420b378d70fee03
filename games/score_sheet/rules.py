"""A score sheet with named rows, for most board games: each player has one cell in each row.

Edition: none; the table names the rows, and says what a count is worth there. Variants: the lowest
total wins.
"""

from collections.abc import Sequence
from typing import Any

from games.contract import (
    Counted,
    Counting,
    Figure,
    Figures,
    Game,
    Measure,
    Paper,
    PaperRow,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    ngettext,
    rank_totals,
)
from games.contract import gettext as _
from games.kit.standing import distances
from games.kit.verdicts import final_verdict, lead_verdict
from games.score_sheet.row import Options, Row, cell_name
from games.score_sheet.sheet import Entry, PlayerEntry, RowEntry, Sheet, fill_sheet

__all__ = ["Entry", "Options", "PlayerEntry", "Row", "RowEntry", "game", "score"]

ROW = "row"


def score(setup: Setup[Options], entries: Sequence[Entry]) -> Scoreboard:
    results, sheet = fill_sheet(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    best = leaders(totals, setup.options.lowest_wins)
    is_finished = sheet.is_complete or setup.ended_early
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=rank_totals(totals, setup.options.lowest_wins),
        finished=is_finished,
        winners=best if is_finished else (),
        verdict=final_verdict(totals, best, complete=True)
        if is_finished
        else running_verdict(totals, best, sheet),
        needs=(None,) * setup.seats if is_finished else needs_texts(totals, best, sheet),
        open_ended=True,  # a table may leave rows blank that nobody scored in
    )


def points_state(setup: Setup[Options], entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the row of each input of a column, the rows and columns that are filled, and the texts
    of needs: the distance to the best, and how many rows are left, by their number.
    """
    sheet = fill_sheet(setup, entries)[1]
    cells = {cell_name(row.name): row.name for row in setup.options.rows}
    rows_left = range(1, len(sheet.open_rows) + 1)
    return {
        "cells": cells,
        "filled": sorted(sheet.filled_rows),
        "complete": sorted(sheet.complete_seats),
        "texts": {"behind": _("%(count)s behind", count="{}")}
        | {str(count): rows_left_text(count) for count in rows_left},
    }


def count_rows(
    setup: Setup[Options], entries: Sequence[Entry], board: Scoreboard
) -> list[list[Counted]]:
    """Return the points of each player in each filled row."""
    cells = fill_sheet(setup, entries)[1].cells.items()
    return [
        [Counted(ROW, points, detail=row) for (row, owner), (points, _) in cells if owner == seat]
        for seat in range(setup.seats)
    ]


def entry_title(before: Sequence[Entry], entry: Entry | None) -> Text:
    """Return the title of an entry: the name of its row, or whose column it fills."""
    if isinstance(entry, RowEntry):
        return _("%(row)s", row=entry.row)
    if isinstance(entry, PlayerEntry):
        return _("%(player)s’s column", player=entry.player)
    if _has_columns(before):
        columns = [one for one in before if isinstance(one, PlayerEntry)]
        return _("Column %(number)s", number=len(columns) + 1)
    return _("Row %(number)s", number=len(before) + 1)


def enter_title(entries: Sequence[Entry], entry: None = None) -> Text:
    return _("Fill in the next column") if _has_columns(entries) else _("Fill in the next row")


def entering_title(entries: Sequence[Entry], entry: None = None) -> Text:
    if _has_columns(entries):
        return _("%(name)s is filling a column")
    return _("%(name)s is filling a row")


def _has_columns(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, PlayerEntry) for entry in entries)


def running_verdict(totals: tuple[int, ...], best: tuple[Seat, ...], sheet: Sheet) -> Text:
    """Return who leads, and how many rows, or columns of players, are left."""
    if not sheet.cells:
        return _("nothing filled in yet")
    lead = lead_verdict(totals, best)
    if sheet.complete_seats:
        left = len(sheet.open_seats)
        return ngettext(
            "%(lead)s · %(count)s player left", "%(lead)s · %(count)s players left", left, lead=lead
        )
    left = len(sheet.open_rows)
    return ngettext(
        "%(lead)s · %(count)s row left", "%(lead)s · %(count)s rows left", left, lead=lead
    )


def needs_texts(
    totals: tuple[int, ...], best: tuple[Seat, ...], sheet: Sheet
) -> tuple[Text | None, ...]:
    """Return the distance to the best total; once columns are filled, who still has open rows."""
    if sheet.complete_seats:
        left = rows_left_text(len(sheet.open_rows))
        return tuple([left if seat in sheet.open_seats else None for seat in range(sheet.seats)])
    return distances(totals, best)


def rows_left_text(count: int) -> Text:
    return ngettext("%(count)s row left", "%(count)s rows left", count)


EMPTY_ROWS = 12


def literal_text(words: str) -> Text:
    """Return words of the table as a text that needs no translation."""
    return Text(words.replace("%", "%%"))


def paper(setup: Setup[Options]) -> Paper:
    """The sheet on paper: its own rows, or empty ones if it has none yet."""
    rows = [PaperRow(literal_text(row.name), literal_text(row.worth)) for row in setup.options.rows]
    if setup.options == Options():
        rows = [PaperRow(None)] * EMPTY_ROWS
    return Paper([*rows, PaperRow(_("Total"), strong=True)])


game = Game(
    slug="score_sheet",
    title=gettext_noop("Score sheet"),
    credit=gettext_noop("for any board game with a score sheet"),
    players=range(1, 21),
    options=Options,
    entry=Entry,
    score=score,
    lowest_wins=lambda options: options.lowest_wins,
    custom_title=lambda options: options.title,
    partial_entries=True,
    save_and_next=True,
    entry_title=entry_title,
    enter_title=enter_title,
    figures=Figures(
        {ROW: Figure(_("Rows"), Measure.POINTS, lambda row: _("%(row)s", row=row))}, count_rows
    ),
    entering_title=entering_title,
    closed_because=gettext_noop(
        "Every player fills the whole sheet: nobody can join or leave after the start,"
        " but someone else can take over a column."
    ),
    counting=Counting(lambda setup, entries: fill_sheet(setup, entries)[1].open_seats),
    paper=paper,
    points_state=points_state,
)
