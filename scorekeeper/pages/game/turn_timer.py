"""The turn timer: since when the turn goes on, and how long each player has taken so far.

It follows from when each entry was first made and when the timer was turned on, so all screens show
the same without asking.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.models import Revision
from scorekeeper.tables.rounds import seats_on_turn
from scorekeeper.tables.table import Table

PAUSE = timedelta(minutes=30)
"""A turn without an entry for this long was a break, and counts for nobody."""


class TurnTimer(NamedTuple):
    """`limit`: the seconds a turn should take, or 0. `who`: the player, or what is played. `times`:
    how long each player has taken so far.
    """

    who: str
    began: datetime
    limit: int
    pause: int
    times: list[tuple[str, str]]


def turn_timer(table: Table) -> TurnTimer | None:
    """Return the timer of a game that goes on, if it has one."""
    limit = table.session.timer
    if limit is None or table.board.finished or table.imported_result:
        return None
    turn, entries, session = table.board.turn, first_entries(table), table.session
    starts = (session.started_at, session.timer_since, *(entry.at for entry in entries[-1:]))
    return TurnTimer(
        who=table.next_title if turn is None else table.names[turn],
        began=max(filter(None, starts)),
        limit=limit,
        pause=int(PAUSE.total_seconds()),
        times=player_times(table, entries),
    )


def first_entries(table: Table) -> list[Revision]:
    """The first revision of each entry that stands, in the order in which they were made."""
    firsts = (table.log.revisions[entry.slot][0] for entry in table.log.entries)
    return sorted(firsts, key=lambda one: one.at)


def player_times(table: Table, entries: list[Revision]) -> list[tuple[str, str]]:
    """How long each player has taken so far, where each entry is the turn of one player."""
    if not table.game.partial_entries:
        return []
    sums = [timedelta()] * len(table.names)
    for seat, time in turns(table, entries):
        sums[seat] += time
    if not any(sums):
        return []
    return [(name, in_minutes(sums[seat])) for seat, name in enumerate(table.names)]


def turns(table: Table, entries: list[Revision]) -> Iterator[tuple[int, timedelta]]:
    """Yield whose turn each was, and how long it took."""
    times = [table.session.started_at, *(entry.at for entry in entries)]
    for entry, (start, end) in zip(entries, pairwise(times), strict=True):
        place = table.log.places[entry.slot]
        seats = seats_on_turn(table, table.inputs[place], table.board.results[place])
        if len(seats) == 1 and timedelta() <= end - start <= PAUSE:
            yield seats[0], end - start


def in_minutes(time: timedelta) -> str:
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"
