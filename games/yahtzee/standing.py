"""How a game of Yahtzee stands, in words: who leads or has won, and what each upper bonus still takes."""

from games.contract import Text, leaders, ngettext
from games.contract import gettext as _
from games.yahtzee.card import Card


def over(totals: tuple[int, ...], complete: bool) -> Text:
    """The verdict on a finished game; the rulebook breaks no tie, so all who lead share, also when ended early."""
    said = _won(totals)
    return said if complete else _("ended early: %(verdict)s", verdict=said)


def _won(totals: tuple[int, ...]) -> Text:
    first, *others = leaders(totals)
    best = totals[first]
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=best)
    if not others:
        return _("%(player)s wins with %(points)s", player=first, points=best)
    if len(others) == 1:
        return _("%(player)s and %(other)s share the win with %(points)s", player=first, other=others[0], points=best)
    return _("%(players)s players share the win with %(points)s", players=len(others) + 1, points=best)


def going_on(totals: tuple[int, ...], left: int, begun: bool) -> Text:
    """The verdict on a game with so many turns left, all players together."""
    if not begun:
        return _("no turn played yet")
    return ngettext("%(lead)s, %(count)s turn left", "%(lead)s, %(count)s turns left", left, lead=_lead(totals))


def _lead(totals: tuple[int, ...]) -> Text:
    first, *others = leaders(totals)
    if others:
        return _("tied at %(points)s", points=totals[first])
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=totals[first])
    return _("%(player)s leads with %(points)s", player=first, points=totals[first])


def needs(card: Card) -> Text | None:
    """What the upper bonus still takes; nothing once it is earned or out of reach."""
    if card.needed and card.in_reach:
        return ngettext(
            "needs %(count)s more for the upper bonus", "needs %(count)s more for the upper bonus", card.needed
        )
    return None
