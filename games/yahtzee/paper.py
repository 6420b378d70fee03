"""The score card on paper: the thirteen boxes with their sums, as on the printed ones."""

from typing import Any

from games.contract import Paper, PaperRow, Setup, Text
from games.contract import gettext as _
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import FIXED_POINTS, LOWER, UPPER, Box


def paper(setup: Setup[Any]) -> Paper:
    rows = [
        *(PaperRow(BOX_TITLES[box]) for box in UPPER),
        PaperRow(_("Upper sum"), strong=True),
        PaperRow(_("Bonus"), _("35 for 63+")),
        *(PaperRow(BOX_TITLES[box], hint(box)) for box in LOWER),
        PaperRow(_("Yahtzee bonuses"), _("100 each")),
        PaperRow(_("Total"), strong=True),
    ]
    return Paper(rows)


def hint(box: Box) -> Text:
    points = FIXED_POINTS.get(box)
    return _("%(points)s points", points=points) if points else _("all dice")
