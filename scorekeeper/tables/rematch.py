"""The game that a finished one goes on in."""

from django.db.models import OuterRef, Subquery

from scorekeeper.models import GameSession, Revision
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.setups import custom_title
from scorekeeper.tables.table import Table


def rematch_of(table: Table, device: str) -> GameSession | None:
    """What the same people play since, if it is under way and this device may see it: one query, none before the end.

    Where a game can have a name of its own, one that is called something else is none.
    """
    if not (table.session.result and table.session.finished_at):
        return None
    setups = Revision.objects.filter(session=OuterRef("pk"), slot=SETUP).order_by("-revision")
    begun = GameSession.objects.for_device(device).rematches(table.session)
    name = custom_title(table.game, table.session.result["options"])
    found = begun.annotate(setup=Subquery(setups.values("data")[:1]))
    return next(
        (
            session
            for session in found
            if custom_title(table.game, session.setup["options"]) == name
        ),
        None,
    )
