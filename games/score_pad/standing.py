"""How a score pad goes on, in words, and what each still needs. `best`: who leads."""

from games.contract import Seat, Text, ngettext
from games.contract import gettext as _
from games.verdicts import lead


def going_on(totals: tuple[int, ...], best: tuple[Seat, ...], goal: int | None, left: int | None, begun: bool) -> Text:
    """The verdict on a game that is to be won with `goal` points, and has `left` rounds to go, if that was agreed."""
    if not begun:
        return _("no round played yet")
    ahead = lead(totals, best) if goal is None else _lead_of(totals, best, goal)
    if left is None:
        return ahead
    return ngettext("%(lead)s, %(count)s round left", "%(lead)s, %(count)s rounds left", left, lead=ahead)


def _lead_of(totals: tuple[int, ...], best: tuple[Seat, ...], goal: int) -> Text:
    first, *others = best
    if others:
        return _("tied at %(points)s of %(target)s", points=totals[first], target=goal)
    if len(totals) == 1:
        return _("%(player)s has %(points)s of %(target)s", player=first, points=totals[first], target=goal)
    return _("%(player)s leads with %(points)s of %(target)s", player=first, points=totals[first], target=goal)


def needs(totals: tuple[int, ...], best: tuple[Seat, ...], goal: int | None) -> tuple[Text | None, ...]:
    """How far it is to the goal; where there is none, to the best total."""
    if goal is not None:
        return tuple([_("needs %(count)s more", count=goal - total) for total in totals])
    behind = [abs(totals[best[0]] - total) for total in totals]
    return tuple([_("%(count)s behind", count=points) if points else None for points in behind])
