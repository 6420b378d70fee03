"""Locks a game, so that of two phones the second learns what the first did."""

from scorekeeper.models import GameSession
from scorekeeper.models.locks import lock_group
from scorekeeper.tables.table import Table


def lock_session(session: GameSession) -> GameSession:
    """The session as it is now; nobody else changes it until the transaction ends.

    An unchanged version need not be refetched: every change of a game makes a new one.
    """
    lock_group(session.group_id)
    if session.is_current():
        return session
    fresh = GameSession.objects.with_play().get(pk=session.pk)
    fresh.role, fresh.member_id, fresh.guest_of = session.role, session.member_id, session.guest_of
    return fresh


def lock_table(table: Table) -> Table:
    """The table as it is now: the same object if nobody changed it."""
    session = lock_session(table.session)
    return table if session is table.session else Table(session)
