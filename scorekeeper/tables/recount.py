"""Counts figures of finished games that an earlier release did not store."""

import logging

from django.db import transaction

from scorekeeper.models import GameSession, Group, Seat
from scorekeeper.models.locks import lock_group
from scorekeeper.tables.course import course_of
from scorekeeper.tables.results import setup_columns, update_seats
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import Unplayable

logger = logging.getLogger(__name__)


def recount_all(everything: bool = False) -> int:
    """Count where something is missing, or with `everything` again in all finished games.

    Returns how many games were counted. Those whose rules are not installed stay as they are.
    """
    finished = GameSession.objects.filter(finished_at__isnull=False)
    if not everything:
        missing = Seat.objects.filter(figures__isnull=True).values("session")
        finished = finished.filter(pk__in=missing)
    return sum(recount(pk) for pk in finished.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def recount(pk: int) -> bool:
    """Store the figures of one game. False if its rules cannot score it, or no longer end it."""
    lock_group(GameSession.objects.values_list("group", flat=True).get(pk=pk))
    session = GameSession.objects.get(pk=pk)
    try:
        table = Table(session)
        if not table.board.finished:
            return False
        columns = {**course_of(table), **setup_columns(table.game, table.options)}
        vars(session).update(columns)  # seats get the kind of their game
        update_seats(table)
    except Unplayable:
        return False
    except Exception:
        logger.exception("The rules of %s failed in game %s", session.game, pk)
        return False
    GameSession.objects.filter(pk=pk).update(**columns)
    Group.objects.filter(pk=session.group_id).changed()
    return True
