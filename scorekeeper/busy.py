"""Who is entering the next round just now, as far as what is noted of it tells."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.table import Table

FADES = timedelta(seconds=150)  # who noted nothing for so long is not entering any more


class Busy(NamedTuple):
    sentence: str
    left: int  # seconds until it fades


def seconds_left(session: GameSession) -> int:
    """For how long yet whoever noted last is taken to be entering."""
    if not (at := session.draft.get("at")):
        return 0
    return max(0, int((datetime.fromisoformat(at) + FADES - timezone.now()).total_seconds() + 1))


def busy(table: Table) -> Busy | None:
    """Nobody is told of what their own device noted, nor of one that may enter no more."""
    left, by = seconds_left(table.session), table.session.draft.get("by")
    if not (left and table.draft) or by == table.session.member_id:
        return None
    name = Member.objects.filter(pk=by, role__gte=Role.SCORER).values_list("name", flat=True).first()
    doing = table.game.entering_title(table.inputs, None)
    return Busy(table.say(doing._replace(values={**doing.values, "name": name})), left) if name else None
