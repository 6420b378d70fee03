"""The caller’s sentences where a game has none of its own: points, and who leads.

The caller is the voice of a large screen. A sentence is a Text with its full stop.
"""

from collections.abc import Sequence
from typing import Any

from games.contract import AnyGame, Result, Seat, Setup, Text, leaders
from games.contract import gettext as _


def call_points(game: AnyGame, setup: Setup[Any], result: Result) -> list[Text]:
    """Return who got the most points, or what the only player got; [] if nobody took part."""
    seats = participants(game, result)
    if not seats:
        return []
    if len(seats) == 1:
        total = result.totals[seats[0]]
        return [player_call(seats[0], result.points[seats[0]], total)]
    lowest = game.lowest_wins(setup.options)
    best = [seats[n] for n in leaders([result.points[seat] for seat in seats], lowest)]
    return [best_call(best, result.points[best[0]], len(best) == len(seats), lowest)]


def participants(game: AnyGame, result: Result) -> list[Seat]:
    """Return the seats that had a part: all have one in a round, else those with lines."""
    return [
        Seat(seat) for seat, lines in enumerate(result.lines) if lines or not game.partial_entries
    ]


def player_call(player: Seat, points: int, total: int) -> Text:
    if points == total:
        return _("%(player)s gets %(points)s.", player=player, points=points)
    return _(
        "%(player)s gets %(points)s and has %(total)s.", player=player, points=points, total=total
    )


def best_call(best: Sequence[Seat], points: int, is_everyone: bool, lowest: bool) -> Text:
    if is_everyone:
        return _("Everyone gets %(points)s.", points=points)
    if lowest:
        return _(
            "Fewest points: %(players)s with %(points)s.", players=join_seats(best), points=points
        )
    return _("Most points: %(players)s with %(points)s.", players=join_seats(best), points=points)


def join_seats(seats: Sequence[Seat]) -> object:
    """Return "Ana", "Ana and Ben" or "Ana, Ben and Cho"."""
    *first, last = seats
    if not first:
        return last
    text: object = first[0]
    for seat in first[1:]:
        text = _("%(one)s, %(two)s", one=text, two=seat)
    return _("%(one)s and %(two)s", one=text, two=last)


def lead_call(
    totals: Sequence[int], best: Sequence[Seat], chasers: Sequence[Seat], target: int | None
) -> Text:
    """Return who leads, and what is missing. `chasers` share the second place.

    `target` is the total that wins; None if there is none, or if it is bad to have.
    """
    first, points = best[0], totals[best[0]]
    needs = target - points if target else 0
    if len(best) > 1:
        return _("%(players)s are tied at %(points)s.", players=join_seats(best), points=points)
    if len(chasers) != 1:
        return one_total(first, points, needs, leads=bool(chasers))
    (other,) = chasers
    if target and needs > 0:
        return _(
            "%(player)s leads with %(points)s and needs %(needs)s more; %(other)s needs %(more)s.",
            player=first,
            points=points,
            needs=needs,
            other=other,
            more=target - totals[other],
        )
    return _(
        "%(player)s leads with %(points)s, %(ahead)s ahead of %(other)s.",
        player=first,
        points=points,
        ahead=abs(points - totals[other]),
        other=other,
    )


def one_total(player: Seat, points: int, needs: int, leads: bool) -> Text:
    values = {"player": player, "points": points, "needs": needs}
    if needs > 0 and leads:
        return _("%(player)s leads with %(points)s and needs %(needs)s more.", **values)
    if needs > 0:
        return _("%(player)s has %(points)s and needs %(needs)s more.", **values)
    if leads:
        return _("%(player)s leads with %(points)s.", player=player, points=points)
    return _("%(player)s has %(points)s.", player=player, points=points)


def total_call(player: Seat, points: int, total: int) -> Text:
    """Return the points of a player in a round, and the total after it."""
    return _("%(player)s: %(points)s, now %(total)s.", player=player, points=points, total=total)
