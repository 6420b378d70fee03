"""How a score pad stands, in words: why it is over or goes on, and what each still needs. `best`: who leads."""

from games.contract import Seat, Text, ngettext
from games.contract import gettext as _


def over(totals: tuple[int, ...], best: tuple[Seat, ...], complete: bool) -> Text:
    """The verdict on a finished game; all who lead share, also when it was ended early."""
    said = _won(totals, best)
    return said if complete else _("ended early: %(verdict)s", verdict=said)


def _won(totals: tuple[int, ...], best: tuple[Seat, ...]) -> Text:
    first, *others = best
    points = totals[first]
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=points)
    if not others:
        return _("%(player)s wins with %(points)s", player=first, points=points)
    if len(others) == 1:
        return _("%(player)s and %(other)s share the win with %(points)s", player=first, other=others[0], points=points)
    return _("%(players)s players share the win with %(points)s", players=len(best), points=points)


def going_on(totals: tuple[int, ...], best: tuple[Seat, ...], goal: int | None, left: int | None, begun: bool) -> Text:
    """The verdict on a game that is to be won with `goal` points, and has `left` rounds to go, if that was agreed."""
    if not begun:
        return _("no round played yet")
    lead = _lead(totals, best) if goal is None else _lead_of(totals, best, goal)
    if left is None:
        return lead
    return ngettext("%(lead)s, %(count)s round left", "%(lead)s, %(count)s rounds left", left, lead=lead)


def _lead(totals: tuple[int, ...], best: tuple[Seat, ...]) -> Text:
    first, *others = best
    if others:
        return _("tied at %(points)s", points=totals[first])
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=totals[first])
    return _("%(player)s leads with %(points)s", player=first, points=totals[first])


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
