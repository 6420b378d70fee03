"""The caller’s sentences about a round."""

from collections.abc import Sequence
from typing import Any

from games.chimera.round import Round
from games.contract import Scoreboard, Setup, Text
from games.contract import gettext as _


def call(setup: Setup[Any], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    entry = entries[-1]
    values = {"player": entry.chimera, "bid": entry.bid}
    if not entry.chimera_won:
        return [_("As the Chimera, %(player)s bid %(bid)s and lost.", **values)]
    won = _("As the Chimera, %(player)s bid %(bid)s and won.", **values)
    points = _("That’s worth %(points)s.", points=board.results[-1].points[entry.chimera])
    return [won, points]
