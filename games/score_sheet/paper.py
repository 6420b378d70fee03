"""The sheet on paper: its own rows, or empty ones if it has none yet."""

from games.contract import Paper, PaperRow, Setup, Text
from games.contract import gettext as _
from games.score_sheet.row import Options

EMPTY_ROWS = 12


def as_typed(words: str) -> Text:
    """Return words of the table as a text that needs no translation."""
    return Text(words.replace("%", "%%"))


def paper(setup: Setup[Options]) -> Paper:
    rows = [PaperRow(as_typed(row.name), as_typed(row.worth)) for row in setup.options.rows]
    if setup.options == Options():
        rows = [PaperRow(None)] * EMPTY_ROWS
    return Paper([*rows, PaperRow(_("Total"), strong=True)])
