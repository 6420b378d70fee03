"""The texts of a scoreboard: who leads or won, and what each player still needs."""

from games.contract import Text, leaders
from games.contract import gettext as _
from games.kit.state import State

STEP = 5
"""All points are multiples of it, so no lead is smaller."""


def final_verdict(state: State, decided: bool) -> Text:
    """Return who won. Unless `decided`, the game was ended early, and leaders share the win."""
    first, *others = leaders(state.totals)
    best = state.totals[first]
    if decided:
        return _("%(player)s wins with %(points)s", player=first, points=best)
    if not others:
        return _("ended early: %(player)s wins with %(points)s", player=first, points=best)
    if len(others) == 1:
        return _(
            "ended early: %(player)s and %(other)s share the win with %(points)s",
            player=first,
            other=others[0],
            points=best,
        )
    return _("ended early: all three share the win with %(points)s", points=best)


def running_verdict(state: State) -> Text:
    totals, target = state.totals, state.options.target
    best = max(totals)
    if not state.counted:
        return _("no rounds played yet")
    if best >= target:
        return _("tied at %(points)s · play on", points=best)
    if totals.count(best) > 1:
        return _("tied at %(points)s of %(target)s", points=best, target=target)
    return _(
        "%(player)s leads with %(points)s of %(target)s",
        player=leaders(totals)[0],
        points=best,
        target=target,
    )


def needs_texts(state: State) -> tuple[Text, ...]:
    """Return what each player needs to win: the target, or, if the lead there is shared, more."""
    totals, target = state.totals, state.options.target
    best = max(totals)
    if best >= target:
        return tuple(
            _("needs %(count)s more to lead alone", count=best + STEP - total) for total in totals
        )
    return tuple(_("needs %(count)s more", count=target - total) for total in totals)
