"""A finished game beside those of the same kind that its players finished before."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.formats import round_half_up
from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.table import Table

RECENT, SHOWN = 100, 10


class PersonalRecord(NamedTuple):
    """What a player reached in this game, and the best total before it, if there was one.

    `recent`: the totals before it, the last one first; only for a player who plays alone.
    """

    seat: int
    total: int
    best: int | None
    lowest_wins: bool
    recent: Sequence[int] = ()

    @property
    def is_best(self) -> bool:
        """The first game is nobody's best."""
        if self.best is None:
            return False
        return self.total < self.best if self.lowest_wins else self.total > self.best

    @property
    def mean(self) -> int:
        return int(round_half_up(sum(self.recent) / len(self.recent)))

    @property
    def newest(self) -> Sequence[int]:
        return self.recent[:SHOWN]


def personal_records(table: Table) -> list[PersonalRecord]:
    """In seat order. None while the game goes on, or if its totals do not compare.

    A device that was let into this game only may not learn of others.
    """
    if not table.seats[0].kind or table.session.guest_of is not None:
        return []
    lowest = table.lowest_wins
    seats = Seat.objects.with_best_before(table.session, lowest)
    recent = recent_totals(table) if len(table.seats) == 1 else ()
    return [
        PersonalRecord(seat.number, seat.total, seat.best_before, lowest, recent)
        for seat in seats
        if seat.total is not None
    ]


def recent_totals(table: Table) -> Sequence[int]:
    totals = GameSession.objects.totals_before(table.session, table.seats[0].player_id)
    return [total for total in totals[:RECENT] if total is not None]
