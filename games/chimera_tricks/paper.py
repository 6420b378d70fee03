"""A score sheet on paper: a round for each player, with its Grimoires and Crystals."""

from typing import Any

from games.contract import Paper, PaperRow, Setup, numbered_rows
from games.contract import gettext as _


def paper(setup: Setup[Any]) -> Paper:
    rows = [*numbered_rows(setup.seats), PaperRow(_("Total"), strong=True)]
    return Paper(rows, (_("Grimoires"), _("Crystals"), _("Points")))
