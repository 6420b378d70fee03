"""Who has counted, while players count on a phone each. What they counted is on no page."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kit.lists import list_items
from scorekeeper.models import Role
from scorekeeper.tables.entering.counting import counted_seats, is_counting, seats_to_count
from scorekeeper.tables.table import Table


class SeatCount(NamedTuple):
    """`url`: the page on which anyone who may enter counts for this player."""

    seat: int
    name: str
    is_done: bool
    url: str


class CountingNotice(NamedTuple):
    seats: list[SeatCount]
    may_reveal: bool
    may_stop: bool

    @property
    def line(self) -> str:
        """Who still counts, in one line."""
        if names := [one.name for one in self.seats if not one.is_done]:
            return _("Still counting: %(names)s") % {"names": list_items(names)}
        return _("Everyone has counted.")


def counting_notice(table: Table) -> CountingNotice | None:
    """Return None if nobody counts on a phone of their own."""
    if not is_counting(table):
        return None
    done, pk = counted_seats(table), table.session.pk
    seats = [
        SeatCount(seat, table.names[seat], seat in done, reverse("count", args=[pk, seat]))
        for seat in seats_to_count(table)
    ]
    may_enter, is_host = table.session.may(Role.SCORER), table.session.may(Role.HOST)
    may_reveal = bool(done) and (is_host or (may_enter and len(done) == len(seats)))
    return CountingNotice(seats, may_reveal, may_stop=may_enter and not done)
