"""Who is entering the next round just now, as far as what is noted of it tells."""

from datetime import datetime, timedelta

from django.utils import timezone

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.tables.table import Table

FADES = timedelta(seconds=150)  # who noted nothing for so long is not entering any more


def is_someone_entering(session: GameSession) -> bool:
    """Whether somebody noted something not long ago. A time far in the future is from before the
    clock was set back.
    """
    at = session.draft.get("at")
    return bool(at) and abs(timezone.now() - datetime.fromisoformat(at)) < FADES


def entering_notice(table: Table) -> str:
    """That somebody is entering; nobody is told of what their own device noted, nor of one that may enter no more."""
    by = table.session.draft.get("by")
    if (
        not (table.draft and is_someone_entering(table.session))
        or by == table.session.member_id
        or table.board.finished
    ):
        return ""
    name = (
        Member.objects.filter(pk=by, role__gte=Role.SCORER).values_list("name", flat=True).first()
    )
    doing = table.game.entering_title(table.inputs, None)
    return table.say(doing._replace(values={**doing.values, "name": name})) if name else ""
