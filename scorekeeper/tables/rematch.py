"""The game in which a finished one continues."""

from scorekeeper.models import GameSession
from scorekeeper.tables.table import Table


def rematch_of(table: Table, device: str) -> GameSession | None:
    """Return the rematch, if it is under way and this device may see it.

    A game with another title is not a rematch. One query, none before the end.
    """
    if not table.session.finished_at:
        return None
    started = GameSession.objects.for_device(device).rematches(table.session)
    return started.filter(title=table.session.title).first()
