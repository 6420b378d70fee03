"""How a game of Yahtzee goes on, in words: who leads, and what each upper bonus still takes."""

from games.contract import Text, leaders, ngettext
from games.contract import gettext as _
from games.verdicts import lead
from games.yahtzee.card import Card


def going_on(totals: tuple[int, ...], left: int, begun: bool) -> Text:
    """The verdict on a game with so many turns left, all players together."""
    if not begun:
        return _("no turn played yet")
    ahead = lead(totals, leaders(totals))
    return ngettext("%(lead)s, %(count)s turn left", "%(lead)s, %(count)s turns left", left, lead=ahead)


def needs(card: Card) -> Text | None:
    """What the upper bonus still takes; nothing once it is earned or out of reach."""
    if card.needed and card.in_reach:
        return ngettext(
            "needs %(count)s more for the upper bonus", "needs %(count)s more for the upper bonus", card.needed
        )
    return None
