"""How a game of Chimera Tricks stands, in words: why it is over, or which round is next."""

from collections.abc import Sequence

from games.contract import Seat, Text, leaders, ngettext
from games.contract import gettext as _


def over(totals: Sequence[int], decided: bool) -> Text:
    """The verdict on a finished game; one that was not played to its last round was ended early."""
    first = leaders(totals)
    who, points = together(first, len(totals)), max(totals)
    if decided and len(first) == 1:
        return _("%(player)s wins with %(points)s", player=who, points=points)
    if decided:
        return _("%(players)s share the victory with %(points)s", players=who, points=points)
    if len(first) == 1:
        return _("ended early: %(player)s leads and wins with %(points)s", player=who, points=points)
    return _("ended early: %(players)s share the victory with %(points)s", players=who, points=points)


def together(seats: Sequence[Seat], players: int) -> object:
    """Ana; Ana and Ben; all three."""
    if len(seats) == 1:
        return seats[0]
    if len(seats) == players:
        return _("all four") if players == 4 else _("all three")
    if len(seats) == 3:
        return _("%(one)s, %(two)s and %(three)s", one=seats[0], two=seats[1], three=seats[2])
    return _("%(one)s and %(two)s", one=seats[0], two=seats[1])


def going_on(totals: Sequence[int], played: int, rounds: int) -> Text:
    """The verdict on a game that still has rounds to come."""
    if not played:
        return ngettext("no round played yet", "no round played yet, of %(count)s", rounds)
    first, *others = leaders(totals)
    values = {"points": totals[first], "played": played, "rounds": rounds}
    if others:
        return _("tied at %(points)s after %(played)s of %(rounds)s rounds", **values)
    return _("%(player)s leads with %(points)s after %(played)s of %(rounds)s rounds", player=first, **values)
