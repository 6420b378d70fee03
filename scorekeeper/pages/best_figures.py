"""The best points of a finished game's players in each row, in this game or an earlier one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.contract import Measure
from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.table import Table

GAMES = 20
"""How many earlier games are compared."""


class BestFigure(NamedTuple):
    """`seat`: the player's, in this game. `new`: it is from this game, and better than before."""

    name: str
    points: int
    seat: int
    player: str
    new: bool


def best_figures(table: Table) -> list[BestFigure]:
    """One for each row that was ever filled, in the order of this game.

    None if the game has no such figures, if it does not compare, or if it is the first. A device
    that was let into this game only may not learn of others.
    """
    keys = keys_of_points(table)
    if not keys or not table.seats[0].kind or table.session.guest_of is not None:
        return []
    sessions = GameSession.objects.comparable_before(table.session)[:GAMES]
    earlier = [session.pk for session in sessions]
    stored = stored_figures([*earlier, table.session.pk], table)
    best: dict[str, BestFigure] = {}
    for session in [*earlier, table.session.pk] if any(map(stored.get, earlier)) else ():
        for seat, (key, name, points, _chances) in stored[session]:
            new = session == table.session.pk
            figure = BestFigure(name, points, seat.number, seat.name, new)
            if key in keys and is_better_than(figure, best.get(name), table.lowest_wins):
                best[name] = figure
    return list(best.values())


def keys_of_points(table: Table) -> set[str]:
    kinds = table.game.figures.kinds if table.game.figures else {}
    return {key for key, kind in kinds.items() if kind.measure == Measure.POINTS}


def stored_figures(sessions: Sequence[int], table: Table) -> dict[int, list[tuple[Seat, Any]]]:
    """By game, what was stored of each player of `table`, with the player's seat there."""
    seats = {seat.player_id: seat for seat in table.seats}
    played = Seat.objects.filter(session__in=sessions, player__in=seats).order_by("number")
    found: dict[int, list[tuple[Seat, Any]]] = {session: [] for session in sessions}
    for session, player, figures in played.values_list("session", "player", "figures"):
        found[session] += [(seats[player], figure) for figure in figures or ()]
    return found


def is_better_than(figure: BestFigure, other: BestFigure | None, lowest_wins: bool) -> bool:
    if not other:
        return True
    return figure.points < other.points if lowest_wins else figure.points > other.points
