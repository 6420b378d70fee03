"""The texts of a scoreboard: who leads, and what each player still needs.

`best` are the seats that lead. `target` is the total that wins, or None: where the lowest total
wins, the target only ends the game.
"""

from games.contract import Seat, Text, ngettext
from games.contract import gettext as _
from games.kit.verdicts import lead_verdict


def running_verdict(
    totals: tuple[int, ...],
    best: tuple[Seat, ...],
    target: int | None,
    left: int | None,
    has_begun: bool,
    turns: bool,
) -> Text:
    """Return who leads, and how many rounds (or `turns`) are `left` if their number was agreed."""
    if not has_begun:
        return _("no turns played yet") if turns else _("no rounds played yet")
    lead = lead_verdict(totals, best) if target is None else _lead_of_target(totals, best, target)
    return _lead_and_rest(lead, left, turns) if left else lead


def _lead_and_rest(lead: Text, left: int, turns: bool) -> Text:
    if turns:
        return ngettext(
            "%(lead)s · %(count)s turn left", "%(lead)s · %(count)s turns left", left, lead=lead
        )
    return ngettext(
        "%(lead)s · %(count)s round left", "%(lead)s · %(count)s rounds left", left, lead=lead
    )


def _lead_of_target(totals: tuple[int, ...], best: tuple[Seat, ...], target: int) -> Text:
    first, *others = best
    if others:
        return _("tied at %(points)s of %(target)s", points=totals[first], target=target)
    if len(totals) == 1:
        return _(
            "%(player)s has %(points)s of %(target)s",
            player=first,
            points=totals[first],
            target=target,
        )
    return _(
        "%(player)s leads with %(points)s of %(target)s",
        player=first,
        points=totals[first],
        target=target,
    )


def needs_texts(
    totals: tuple[int, ...], best: tuple[Seat, ...], target: int | None
) -> tuple[Text | None, ...]:
    """Return the distance to the target or, without one, to the best total."""
    if target is not None:
        return tuple([_need(target - total) for total in totals])
    return distances(totals, best)


def distances(totals: tuple[int, ...], best: tuple[Seat, ...]) -> tuple[Text | None, ...]:
    """Return how far each player is behind the best total; None if they are not."""
    points = [abs(totals[best[0]] - total) for total in totals]
    return tuple([behind(one) if one else None for one in points])


def behind(points: int) -> Text:
    return _("%(count)s behind", count=points)


def _need(left: int) -> Text:
    """Return what is missing to the target. A game may go on after a player has reached it."""
    return _("needs %(count)s more", count=left) if left > 0 else _("target reached")
