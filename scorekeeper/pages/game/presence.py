"""Who is entering the next round at the moment, judging by its draft."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.contract import Text
from games.endless import call_rules
from scorekeeper.models import GameSession, Member, Role
from scorekeeper.models.device_names import shown_name
from scorekeeper.tables.table import Table

FADES = timedelta(seconds=150)  # after this long without typing, nobody is entering


def is_someone_entering(session: GameSession) -> bool:
    """Return whether someone typed a moment ago. A time far in the future is from before
    the clock was set back.
    """
    at = session.draft.get("at")
    return bool(at) and abs(timezone.now() - datetime.fromisoformat(at)) < FADES


def entering_notice(table: Table) -> str:
    """Says who is entering, unless it is this device, or one that may no longer enter."""
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
    doing = call_rules(table.game.entering_title, table.inputs, None)
    return table.say(with_name(doing, shown_name(name))) if name else ""


def with_name(doing: Text, name: str) -> Text:
    return doing._replace(values={**doing.values, "name": name})
