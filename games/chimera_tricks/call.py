"""The caller’s sentences about a round."""

from collections.abc import Sequence
from typing import Any

from games.chimera_tricks.round import Round
from games.contract import Scoreboard, Seat, Setup, Text, leaders, ngettext
from games.contract import gettext as _
from games.kit.calls import best_call


def call(setup: Setup[Any], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    entry, points = entries[-1], board.results[-1].points
    best = leaders(points)
    if len(best) > 1 or entry.points is not None:
        first = best_call(best, points[best[0]], len(best) == len(points), lowest=False)
    else:
        count = len(entry.grimoires_of(best[0]))
        first = ngettext(
            "Most points: %(player)s with %(points)s, from %(count)s Grimoire.",
            "Most points: %(player)s with %(points)s, from %(count)s Grimoires.",
            count,
            player=best[0],
            points=points[best[0]],
        )
    worst = Seat(points.index(min(points)))
    if points[worst] >= 0 or points.count(points[worst]) > 1:
        return [first]
    return [first, _("%(player)s loses %(points)s.", player=worst, points=-points[worst])]
