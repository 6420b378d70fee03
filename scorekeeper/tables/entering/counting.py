"""Who counts the next entry on a phone of their own, and who has done so."""

from django.db import transaction
from django.db.models import Q

from games.contract import Counting
from games.endless import call_rules
from scorekeeper.models import Member, Role
from scorekeeper.models.locks import lock_session
from scorekeeper.tables.table import Table


def seats_to_count(table: Table) -> list[int]:
    """Return the seats that may count for the next entry; none in most games."""
    if table.board.finished or table.imported_result:
        return []
    return [seat for seat in open_seats(table) if seat not in table.seating.away]


def open_seats(table: Table) -> list[int]:
    """Return the seats that the rules let count, even those of players who are away."""
    counting = table.game.counting
    seats = call_rules(counting.seats, table.setup, table.inputs) if counting else ()
    return [int(seat) for seat in seats]


def is_counting(table: Table) -> bool:
    """Return whether players count the next entry on a phone each."""
    return table.session.counting == table.log.next_slot and bool(seats_to_count(table))


def way_of_counting(table: Table) -> Counting:
    """Return how this game counts; it must have seats to count."""
    if not (counting := table.game.counting):
        raise LookupError(table.game.slug)
    return counting


def may_begin_counting(table: Table) -> bool:
    """Return whether players may begin to count on a phone each: if more than one may enter."""
    if len(seats_to_count(table)) < 2 or is_counting(table):
        return False
    here = Q(session=None) | Q(session=table.session.pk)
    phones = Member.objects.present().filter(here, group=table.session.group_id, maker=None)
    return phones.filter(role__gte=Role.SCORER).count_devices() > 1


@transaction.atomic
def begin(table: Table) -> None:
    lock_session(table.session)
    if seats_to_count(table) and not is_counting(table):
        table.session.sealed_counts.all().delete()
        table.session.change(counting=table.log.next_slot)


@transaction.atomic
def stop(table: Table) -> None:
    """Stop counting on several phones: one enters everything again."""
    lock_session(table.session)
    table.session.change(counting=None)


def counted_seats(table: Table) -> set[int]:
    """Return the seats whose count is sealed, of those that are to count."""
    seats = table.session.sealed_counts.values_list("seat", flat=True)
    return set(seats).intersection(seats_to_count(table))


def is_complete(table: Table) -> bool:
    return counted_seats(table) == set(seats_to_count(table))
