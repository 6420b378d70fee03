"""The piles on paper, as they are counted at the end."""

from typing import Any

from games.big_fish.state import MISTAKE_POINTS
from games.contract import Paper, PaperRow, Setup, Text
from games.contract import gettext as _
from games.contract.texts import format_ungrouped


def paper(setup: Setup[Any]) -> Paper:
    rows = (
        PaperRow(_("Plus pile")),
        PaperRow(_("Minus pile")),
        PaperRow(_("Bonus cards"), _("A to E: 10, F to I: 7")),
        PaperRow(_("Mistake card"), Text(format_ungrouped(-MISTAKE_POINTS))),
        PaperRow(_("Total"), strong=True),
    )
    return Paper(rows)
