"""The verdicts of a scoreboard: who leads or won."""

from collections.abc import Sequence

from games.contract import Seat, Text, leaders
from games.contract import gettext as _


def final_verdict(totals: Sequence[int], is_decided: bool) -> Text:
    """Return who won. A game that is not `is_decided` was ended early."""
    best = leaders(totals)
    winners, points = join_players(best, len(totals)), max(totals)
    if is_decided and len(best) == 1:
        return _("%(player)s wins with %(points)s", player=winners, points=points)
    if is_decided:
        return _("%(players)s share the win with %(points)s", players=winners, points=points)
    if len(best) == 1:
        return _("ended early: %(player)s wins with %(points)s", player=winners, points=points)
    return _(
        "ended early: %(players)s share the win with %(points)s", players=winners, points=points
    )


def join_players(seats: Sequence[Seat], players: int) -> object:
    """Return "Ana", "Ana and Ben" or "all three"."""
    if len(seats) == 1:
        return seats[0]
    if len(seats) == players:
        return _("all four") if players == 4 else _("all three")
    if len(seats) == 3:
        return _("%(one)s, %(two)s and %(three)s", one=seats[0], two=seats[1], three=seats[2])
    return _("%(one)s and %(two)s", one=seats[0], two=seats[1])


def running_verdict(totals: Sequence[int], rounds_played: int, rounds: int) -> Text:
    if not rounds_played:
        return (
            _("no rounds played yet")
            if rounds == 1
            else _("no rounds played yet · %(count)s to play", count=rounds)
        )
    first, *others = leaders(totals)
    values = {"points": totals[first], "played": rounds_played, "rounds": rounds}
    if others:
        return _("tied at %(points)s after %(played)s of %(rounds)s rounds", **values)
    return _(
        "%(player)s leads with %(points)s after %(played)s of %(rounds)s rounds",
        player=first,
        **values,
    )
