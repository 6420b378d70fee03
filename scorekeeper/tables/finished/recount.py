"""Stores what an earlier release did not store for finished games, or stored differently."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games import registry
from scorekeeper.models import GameSession, Group, Revision, Seat
from scorekeeper.models.locks import lock_group
from scorekeeper.tables.finished.course import course_of
from scorekeeper.tables.finished.results import chosen_day, end_of, setup_columns, update_seats
from scorekeeper.tables.kinds import is_open_ended
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import Unplayable

logger = logging.getLogger(__name__)

AT_ONCE = timedelta(minutes=1)
"""The most time between a change and the game's own times that it set."""


def recount_all(everything: bool = False) -> int:
    """Count where something is missing or outdated, or with `everything` in all finished games.

    Returns how many games were counted. Games whose rules are not installed stay as they are.
    """
    sessions = GameSession.objects.filter(finished_at__isnull=False)
    if not everything:
        missing = Q(pk__in=Seat.objects.filter(figures__isnull=True).values("session"))
        sessions = sessions.filter(missing | finished_by_a_change())
    under_way = GameSession.objects.filter(finished_at=None).exclude(title="")  # their kind
    games = {pk for some in (sessions, under_way) for pk in some.values_list("pk", flat=True)}
    return sum(map(recount, sorted(games.union(ended_by_hand()))))


def ended_by_hand() -> Iterator[int]:
    """The games that count as ended early although their rules set no end.

    Earlier releases did not count them.
    """
    early = GameSession.objects.filter(finished_at__isnull=False, ended_early=True, rounds__gt=0)
    for pk, slug, result in early.values_list("pk", "game", "result"):
        game = registry.games().get(slug)
        try:
            if game and result and is_open_ended(game, result["options"], len(result["totals"])):
                yield pk
        except Exception:
            logger.exception("The rules of %s failed in game %s", slug, pk)


def finished_by_a_change() -> Exists:
    """Test whether the last change that finished the game was to an earlier entry or to the setup.

    Earlier releases took the time of that change for the end of the game, so undo moved old games
    to its own day. The second revision of a setup cannot have finished a game again.
    """
    window = F("at") + AT_ONCE
    return Exists(
        Revision.objects.alias(until=window).filter(
            Q(slot=SETUP, revision__gt=2) | Q(slot__gt=SETUP, revision__gt=1),
            session=OuterRef("pk"),
            at__lte=OuterRef("finished_at"),
            until__gte=OuterRef("finished_at"),
        )
    )


@transaction.atomic
def recount(pk: int) -> bool:
    """Store the figures of one game. False if its rules cannot score it, or do not end it: then
    only what follows from its options is stored.
    """
    lock_group(GameSession.objects.values_list("group", flat=True).get(pk=pk))
    session = GameSession.objects.get(pk=pk)
    try:
        table = Table.of(session)
        by_options = setup_columns(table.game, table.options)
        if not table.board.finished:
            GameSession.objects.filter(pk=pk).update(**by_options)
            return False
        columns = {
            **by_options,
            **course_of(table),
            **times_by_history(table),
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
    Group.objects.filter(pk=session.group_id).note_change()
    return True


def times_by_history(table: Table) -> dict[str, datetime]:
    """Return when a game was finished, if a later change moved it; keep a day the table chose."""
    finished_at, end = table.session.finished_at, end_of(table)
    if chosen_day(table.log.setup_data) or not finished_at or finished_at - end.at <= AT_ONCE:
        return {}
    later = [one.at for one in table.log.changes if one.pk > end.pk]
    if not any(at <= finished_at <= at + AT_ONCE for at in later):
        return {}
    return {"played_at": end.at, "finished_at": end.at}
