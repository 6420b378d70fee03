"""The best points of a finished game's players in each row, in this game or an earlier one."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.models import GameSession
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

    None if the game has no such figures, if it does not compare, or if it is the first.
    """
    if not table.game.figures or not table.seats[0].kind:
        return []
    sessions = GameSession.objects.comparable_before(table.session).with_play()[:GAMES]
    earlier = [figure for one in sessions for figure in figures_of(Table(one), table, new=False)]
    best: dict[str, BestFigure] = {}
    for figure in [*earlier, *figures_of(table, table, new=True)] if earlier else ():
        if figure.name not in best or is_better(figure, best[figure.name], table.lowest_wins):
            best[figure.name] = figure
    return list(best.values())


def figures_of(played: Table, table: Table, new: bool) -> Iterator[BestFigure]:
    """Those that a player of `table` has in the game that was `played`."""
    seats = {seat.player_id: (seat.number, table.names[seat.number]) for seat in table.seats}
    figures = played.game.figures(played.setup, played.inputs) if played.game.figures else ()
    for seat, points_of in zip(played.seats, figures, strict=True):
        if seat.player_id in seats:
            for name, points in points_of.items():
                yield BestFigure(name, points, *seats[seat.player_id], new)


def is_better(figure: BestFigure, other: BestFigure, lowest_wins: bool) -> bool:
    return figure.points < other.points if lowest_wins else figure.points > other.points
