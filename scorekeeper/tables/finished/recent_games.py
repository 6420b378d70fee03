"""The newest games of a group, in columns: what it plays, and how long that takes."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Subquery

from scorekeeper.models import GameSession, Seat

NEWEST = 200


class RecentGame(NamedTuple):
    """A game under way or finished. `players`: the seats that have a result; None for no seat."""

    pk: int
    game: str
    title: str
    players: int | None
    started_at: datetime
    played_at: datetime
    finished_at: datetime | None
    ended_early: bool


def recent_games(group: int) -> list[RecentGame]:
    """Return the newest games of a group, the last played first."""
    with_result = Seat.objects.filter(session=OuterRef("pk"), total__isnull=False).order_by()
    players = Subquery(with_result.values("session").annotate(n=Count("pk")).values("n"))
    sessions = GameSession.objects.not_deleted().filter(group=group).last_played_first()
    rows: Any = sessions.annotate(players=players).values_list(*RecentGame._fields)[:NEWEST]
    return [RecentGame(*row) for row in rows]
