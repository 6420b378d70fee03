"""Deleting a game, restoring it, and removing it for good."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.models import GameSession
from scorekeeper.models.locks import lock_group, lock_session
from scorekeeper.people.names import name_after_players
from scorekeeper.tables.finished.results import set_deleted

AT_ONCE = 20
"""Games that one transaction removes, each with all that was entered."""


@transaction.atomic
def delete_game(session: GameSession) -> None:
    """Delete the game; do nothing if it was deleted before."""
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
    """Remove for good what can no longer be restored; return how many games.

    A deletion in the future is from before the clock was set back: it counts from now.
    """
    now = timezone.now()
    GameSession.objects.filter(deleted_at__gt=now).update(deleted_at=now)
    groups = list(GameSession.objects.expired().values_list("group", flat=True).distinct())
    return sum(purge_games(pk, GameSession.objects.expired().filter(group=pk)) for pk in groups)


def purge_games(group: int, games: QuerySet[GameSession]) -> int:
    """Remove these games of the group, some in each transaction, so that nobody waits long to save;
    return how many.
    """
    count = 0
    while batch_size := purge_some(group, games):
        count += batch_size
    return count


@transaction.atomic
def purge_some(group: int, games: QuerySet[GameSession]) -> int:
    lock_group(group)
    keys = list(games.values_list("pk", flat=True)[:AT_ONCE])
    GameSession.objects.filter(pk__in=keys).delete()
    return len(keys)
