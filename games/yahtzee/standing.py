"""The texts of a scoreboard: who leads, and what each player needs for the upper bonus."""

from games.contract import Text, leaders, ngettext
from games.contract import gettext as _
from games.kit.verdicts import lead_verdict
from games.yahtzee.card import Card


def running_verdict(totals: tuple[int, ...], left: int, begun: bool) -> Text:
    """Return who leads, and how many turns all players together have left."""
    if not begun:
        return _("no turns played yet")
    lead = lead_verdict(totals, leaders(totals))
    return ngettext(
        "%(lead)s · %(count)s turn left", "%(lead)s · %(count)s turns left", left, lead=lead
    )


def needs_text(card: Card) -> Text | None:
    """Return what the upper bonus still takes; None if it is earned or out of reach."""
    gap = card.upper_bonus_gap
    if gap and card.upper_bonus_possible:
        return ngettext(
            "needs %(count)s more for the upper bonus",
            "needs %(count)s more for the upper bonus",
            gap,
        )
    return None
