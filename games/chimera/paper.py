"""A score sheet on paper: who was the Chimera and what happened, then each player's points."""

from typing import Any

from games.contract import Paper, Setup, numbered_rows
from games.contract import gettext as _

ROUNDS = 15  # most games to 400 end sooner


def paper(setup: Setup[Any]) -> Paper:
    asides = (
        *(_("Chimera"), _("Bid"), _("First out")),
        *(_("Traps"), _("Attack"), _("Idle hunters")),
    )
    return Paper(numbered_rows(ROUNDS), (_("Toads"), _("Cats"), _("Total")), asides)
