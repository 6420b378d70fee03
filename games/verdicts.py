"""How a game stands, in words that most games share. `best`: the seats that lead, as leaders() has them."""

from collections.abc import Sequence

from games.contract import GameOver, Seat, Text
from games.contract import gettext as _


def over(totals: Sequence[int], best: Sequence[Seat], complete: bool) -> Text:
    """The verdict on a finished game; all who lead share, also where it was ended early, before it was complete."""
    said = won(totals, best)
    return said if complete else _("ended early: %(verdict)s", verdict=said)


def won(totals: Sequence[int], best: Sequence[Seat]) -> Text:
    first, *others = best
    points = totals[first]
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=points)
    if not others:
        return _("%(player)s wins with %(points)s", player=first, points=points)
    if len(others) == 1:
        return _("%(player)s and %(other)s share the win with %(points)s", player=first, other=others[0], points=points)
    return _("%(players)s players share the win with %(points)s", players=len(best), points=points)


def lead(totals: Sequence[int], best: Sequence[Seat]) -> Text:
    """Who leads in a game that goes on."""
    first, *others = best
    if others:
        return _("tied at %(points)s", points=totals[first])
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=totals[first])
    return _("%(player)s leads with %(points)s", player=first, points=totals[first])


def over_since(last: int) -> GameOver:
    """What is wrong with a round after the `last` one."""
    return GameOver("", _("The game was over after round %(number)s.", number=last))
