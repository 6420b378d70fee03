"""Undo of one change, and setting a game back to an earlier one."""

import uuid
from itertools import chain

from django.db import transaction

from scorekeeper.models import Revision
from scorekeeper.models.locks import lock_session
from scorekeeper.tables.entering.entry import Conflict, Stamp, add_revision, check_room, check_seats
from scorekeeper.tables.finished.results import update_result
from scorekeeper.tables.log import MOST, SETUP, SPARE
from scorekeeper.tables.table import Table


def is_undoable(stamp: Stamp) -> bool:
    """Return whether the slot held anything before this revision. The first setup stays."""
    return stamp.revision > (1 if stamp.slot == SETUP else 0)


@transaction.atomic
def undo_change(table: Table, stamp: Stamp) -> Revision:
    """Restore what the slot held before the stamp's revision, as a revision of its own.

    Where the whole game was set back, all of that is undone.
    """
    lock_session(table.session)
    *earlier, change = table.log.revisions[stamp.slot][: stamp.revision]
    if change.back_to_id:
        return set_back_to(table, table.log.before(change), change, stamp.submission, SPARE)
    return add_revision(table, stamp, earlier[-1].data if earlier else None, MOST + SPARE)


@transaction.atomic
def set_back(table: Table, to: int, newest: int, submission: uuid.UUID) -> Revision:
    """Restore the game as it was after the revision `to`.

    Each slot that changed since gets one more revision, so nothing is lost. Conflict if anything
    changed since `newest`, which the page was made from.
    """
    lock_session(table.session)
    return set_back_to(
        table, table.log.change_with_key(to), table.log.change_with_key(newest), submission
    )


def set_back_to(
    table: Table,
    to: Revision | None,
    newest: Revision | None,
    submission: uuid.UUID,
    spare: int = 0,
) -> Revision:
    log = table.log
    ids = {slot: uuid.uuid5(submission, str(slot)) for slot in log.revisions}
    saved = [one for one in chain(*log.revisions.values()) if one.submission == ids[one.slot]]
    if saved:
        if not to or saved[-1].back_to_id != to.pk:
            raise Conflict(log.newest)
        return saved[-1]
    if not to or log.newest != newest:
        raise Conflict(log.newest)
    then = log.as_after(to)
    back = [
        Revision(
            session=table.session,
            slot=current.slot,
            revision=current.revision + 1,
            position=current.position,
            data=then.data(current.slot),
            author_id=table.session.member_id,
            submission=ids[current.slot],
            back_to=to,
        )
        for current in (log.revisions[slot][-1] for slot in log.changed_slots(then))
    ]
    # Without `spare`, there has to be room to undo it as well.
    check_room(table, len(back) if spare else 2 * len(back), MOST + spare)
    table = table.with_log(log.with_revisions(Revision.objects.bulk_create(back)))
    check_seats(table)
    update_result(table, SETUP, is_set_back=True)
    return table.log.newest
