"""Who is entering the next round now, judging by its draft, and who has counted for it.

No page shows a sealed count.
"""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.endless import call_rules
from games.kit.lists import list_items
from scorekeeper.models import Member, Role
from scorekeeper.models.people import shown_name
from scorekeeper.tables.entering.counting import counted_seats, is_counting, seats_to_count
from scorekeeper.tables.table import Table


def entering_notice(table: Table) -> str:
    """Says who is entering, unless it is this device, or one that may no longer enter."""
    by = table.session.draft.get("by")
    if (
        not (table.draft and table.session.is_being_entered)
        or by == table.session.member_id
        or table.board.finished
    ):
        return ""
    name = (
        Member.objects.filter(pk=by, role__gte=Role.SCORER).values_list("name", flat=True).first()
    )
    if not name:
        return ""
    doing = call_rules(table.game.entering_title, table.inputs, None)
    return table.say(doing._replace(values={**doing.values, "name": shown_name(name)}))


class CountingNotice(NamedTuple):
    """`seats`: the players, whether each has counted, and the page on which anyone who may enter
    counts for that player.
    """

    seats: list[tuple[int, str, bool, str]]
    may_reveal: bool
    may_stop: bool

    @property
    def line(self) -> str:
        """Who still counts, in one line."""
        if names := [name for _seat, name, is_done, _url in self.seats if not is_done]:
            return _("Still counting: %(names)s") % {"names": list_items(names)}
        return _("Everyone has counted.")


def counting_notice(table: Table) -> CountingNotice | None:
    """Return None if nobody counts on a phone of their own."""
    if not is_counting(table):
        return None
    ready_seats, pk = counted_seats(table), table.session.pk
    seats = [
        (seat, table.names[seat], seat in ready_seats, reverse("count", args=[pk, seat]))
        for seat in seats_to_count(table)
    ]
    may_enter, is_host = table.session.may(Role.SCORER), table.session.may(Role.HOST)
    may_reveal = bool(ready_seats) and (is_host or (may_enter and len(ready_seats) == len(seats)))
    return CountingNotice(seats, may_reveal, may_stop=may_enter and not ready_seats)
