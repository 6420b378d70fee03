"""What changes the entries of a game.

Each function takes the table as a page loaded and checked it, and raises Outdated if another phone
has changed the game since.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Revision
from scorekeeper.tables.locks import lock_session
from scorekeeper.tables.results import update_result
from scorekeeper.tables.revisions import MOST, SETUP, SPARE
from scorekeeper.tables.seating import lacks_seat
from scorekeeper.tables.stamps import Stamp
from scorekeeper.tables.table import Table


class Conflict(Exception):
    """Someone else changed this first: `saved` is what is in the slot now."""

    def __init__(self, saved: Revision) -> None:
        super().__init__(saved)
        self.saved = saved


class GameFull(Exception):
    """The game holds as many revisions as it can."""


@transaction.atomic
def save_entry(
    table: Table,
    stamp: Stamp,
    data: dict[str, Any] | None,
    most: float = MOST,
    after: Table | None = None,
) -> Revision:
    """Add a revision to the stamp's slot; without data it removes the entry.

    Sent twice, it is saved once: the second time returns what the first time saved. Conflict if
    another device came first; GameFull beyond `most` revisions. `after` is the table with this
    entry, if it was scored already: see validate_entry.
    """
    lock_session(table.session)
    return add_revision(table, stamp, data, most, after)


def remove_entry(table: Table, stamp: Stamp) -> Revision:
    return save_entry(table, stamp, None, MOST + SPARE)


def add_revision(
    table: Table,
    stamp: Stamp,
    data: dict[str, Any] | None,
    most: float,
    after: Table | None = None,
) -> Revision:
    current = table.current(stamp.slot)
    saved = table.saved_by(stamp.submission)
    if saved and (saved.slot, saved.data) == (stamp.slot, data):
        return saved
    if current and current.data == data and not saved:
        return current  # another device entered the same: there is nothing to choose between
    if other := conflicting(stamp, current, saved):
        raise Conflict(other)
    check_room(table, 1, most)
    after = after or table.with_candidate(stamp.slot, data, stamp.before)
    check_seats(after)
    added = after.revisions[stamp.slot][-1]
    added.session, added.author_id = table.session, table.session.member_id
    added.submission, added.at = stamp.submission, timezone.now()
    added.save(force_insert=True)
    if after.is_crowded:
        Revision.objects.bulk_update(after.renumbered(), ["position"], batch_size=500)
    update_result(after, stamp.slot, stamp.before)
    return added


def conflicting(stamp: Stamp, current: Revision | None, saved: Revision | None) -> Revision | None:
    """What is in the place of a form that was made from an older revision, or was sent before with
    something else in it.
    """
    if saved or stamp.revision != (current.revision if current else 0):
        return current or saved
    return None


def check_seats(table: Table) -> None:
    """Conflict if an entry would be about a seat that no longer exists."""
    if lacks_seat(table):
        raise Conflict(table.revisions[SETUP][-1])


def check_room(table: Table, more: int, most: float) -> None:
    """A game takes MOST revisions; removals, undo and reopening may take SPARE more."""
    if table.count + more > most:
        raise GameFull
