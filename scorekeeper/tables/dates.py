"""When a game was played.

A game that goes on was played when it was last changed. A finished one was played when its last
round was entered, or when the table ended it. Corrections, undo and restoring do not move it.
If the table chose another day (`day` in the setup), the times of the game move to that day, so that
lists and comparisons put it there.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.timezone import localdate, localtime

from scorekeeper.tables.log import SETUP

if TYPE_CHECKING:
    from scorekeeper.models import Revision
    from scorekeeper.tables.seating import SetupData
    from scorekeeper.tables.table import Table

Times = dict[str, datetime | None]


def chosen_day(setup: SetupData) -> date | None:
    return date.fromisoformat(setup["day"]) if "day" in setup else None


def times_after(table: Table, slot: int, restored: bool, now: datetime) -> Times:
    """The times of the game after a change in `slot`: started_at, played_at and finished_at.

    `restored`: the whole game was set back.
    """
    session, day, finished = table.session, chosen_day(table.log.setup_data), table.board.finished
    days = days_to_move(table) if slot == SETUP else 0
    started, played, ended = (
        moved(at, days, now) for at in (session.started_at, session.played_at, session.finished_at)
    )
    if not finished:
        ended = None
    elif restored or not ended:
        end = end_of(table)
        if restored or end is not table.log.revisions[slot][-1]:
            at = at_day(end.at, day, now) if day else end.at
            return {"started_at": started, "played_at": at, "finished_at": at}
    if not (days or ended):
        played = max(played or now, at_day(now, day, now)) if day else now
    return {
        "started_at": started,
        "played_at": played,
        "finished_at": (ended or played) if finished else None,
    }


def end_of(table: Table) -> Revision:
    """The revision that ended the game: the first of its last round, or the first after that by
    which the table ended it.
    """
    counted = zip(table.log.entries, table.board.results, strict=True)
    *_, last = (None, *(entry.slot for entry, result in counted if not result.problem))
    setups = table.log.setups
    round = table.log.revisions[last][0] if last else setups[0]
    if not table.setup.ended_early:
        return round
    ends = [one for one in setups if one.data["ended_early"]]
    return next((one for one in ends if one.pk > round.pk), ends[0])


def days_to_move(table: Table) -> int:
    """How far the last change of the setup moves the game; without a day, to where it was."""
    first, *later = table.log.setups
    day, session = chosen_day(table.log.setup_data), table.session
    if day:
        return (day - localdate(session.played_at)).days
    if later and chosen_day(table.log.setups[-2].data):
        return (localdate(first.at) - localdate(session.started_at)).days
    return 0


def moved(at: datetime | None, days: int, now: datetime) -> datetime | None:
    """Return the time `days` later, at the same time of day, but not in the future."""
    return at_day(at, localdate(at) + timedelta(days=days), now) if at and days else at


def at_day(at: datetime, day: date, now: datetime) -> datetime:
    local = localtime(at)
    return min(local.replace(year=day.year, month=day.month, day=day.day), now)
