"""Stores of finished games what an earlier release did not store, or stored otherwise."""

import logging
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q

from games import registry
from scorekeeper.models import GameSession, Group, Seat
from scorekeeper.models.locks import lock_group
from scorekeeper.tables.course import course_of
from scorekeeper.tables.kinds import is_open_ended
from scorekeeper.tables.results import setup_columns, update_seats
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import Unplayable

logger = logging.getLogger(__name__)


def recount_all(everything: bool = False) -> int:
    """Count where something is missing or outdated, or with `everything` in all finished games.

    Returns how many games were counted. Those whose rules are not installed stay as they are.
    """
    finished = GameSession.objects.filter(finished_at__isnull=False)
    if not everything:
        missing = Q(pk__in=Seat.objects.filter(figures__isnull=True).values("session"))
        ended = Q(pk__in=list(ended_by_hand()))
        finished = finished.filter(missing | ended)
    return sum(recount(pk) for pk in finished.order_by("pk").values_list("pk", flat=True))


def ended_by_hand() -> Iterator[int]:
    """The games that count as ended early although their rules set no end.

    Earlier releases did not count them.
    """
    early = GameSession.objects.filter(finished_at__isnull=False, ended_early=True, rounds__gt=0)
    for pk, slug, result in early.values_list("pk", "game", "result"):
        game = registry.games().get(slug)
        try:
            if game and is_open_ended(game, result["options"], len(result["totals"])):
                yield pk
        except Exception:
            logger.exception("The rules of %s failed in game %s", slug, pk)


@transaction.atomic
def recount(pk: int) -> bool:
    """Store the figures of one game. False if its rules cannot score it, or no longer end it."""
    lock_group(GameSession.objects.values_list("group", flat=True).get(pk=pk))
    session = GameSession.objects.get(pk=pk)
    try:
        table = Table(session)
        if not table.board.finished:
            return False
        columns = {
            **course_of(table),
            **setup_columns(table.game, table.options),
            "ended_early": table.ended_early,
        }
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
