"""Deleting a game, restoring it, and removing it for good."""

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import GameSession
from scorekeeper.models.locks import lock_group, lock_session
from scorekeeper.people.names import name_after_players
from scorekeeper.tables.finished.results import set_deleted


@transaction.atomic
def delete_game(session: GameSession) -> None:
    """Deleting twice changes nothing."""
    lock_session(session)
    if not session.deleted_at:
        set_deleted(session, True)
        name_after_players(session.group_id)


@transaction.atomic
def restore_game(session: GameSession) -> None:
    lock_session(session)
    if session.deleted_at:
        set_deleted(session, False)
        name_after_players(session.group_id)


def purge_deleted() -> int:
    """Remove for good what can no longer be restored, one group at a time; return how many games.

    A deletion in the future is from before the clock was set back: it counts from now.
    """
    now = timezone.now()
    GameSession.objects.filter(deleted_at__gt=now).update(deleted_at=now)
    groups = GameSession.objects.expired().values_list("group", flat=True).distinct()
    return sum(map(purge_group, list(groups)))


@transaction.atomic
def purge_group(pk: int) -> int:
    lock_group(pk)
    _rows, removed = GameSession.objects.expired().filter(group=pk).delete()
    return removed.get(GameSession._meta.label, 0)
