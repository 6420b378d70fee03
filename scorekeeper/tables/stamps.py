"""The stamp of a form: which slot and revision it was made from, and its submission id."""

import re
import uuid
from dataclasses import dataclass, replace

from django.http import Http404, QueryDict

from scorekeeper.tables.table import Table
from scorekeeper.web.requests import Request

NUMBER = re.compile("[0-9]{1,7}")
NEWEST = 10**7


@dataclass(frozen=True)
class Stamp:
    """Where an entry belongs, and which revision it was made from (0: none).

    `submission` stays the same however often the form is sent. `before` is the slot of the round
    that a forgotten round is inserted before. `seats` is the revision of the setup by which the
    form showed its players: see Table.reseated_since.
    """

    slot: int
    revision: int
    submission: uuid.UUID
    before: int | None = None
    seats: int = NEWEST


def fresh_stamp(slot: int, revision: int, before: int | None = None) -> Stamp:
    return Stamp(slot, revision, uuid.uuid4(), before)


def read_stamp(data: QueryDict) -> Stamp | None:
    """The hidden fields of a form that changes an entry; None if they are not as our pages send
    them.
    """
    slot, revision, before = (data.get(name, "") for name in ("slot", "revision", "before"))
    seats = data.get("seats") or "1"
    if not all(map(NUMBER.fullmatch, (slot, revision, before or "1", seats))) or before == "0":
        return None
    try:
        submission = uuid.UUID(data.get("submission", ""))
    except ValueError:
        return None
    return Stamp(int(slot), int(revision), submission, int(before) if before else None, int(seats))


def stamp_or_404(request: Request, table: Table, slot: int | None = None) -> Stamp:
    """The stamp that was sent, for `slot` if that is given. Our forms send no other."""
    if not (sent := read_stamp(request.POST)):
        raise Http404
    stamp = moved_on(table, sent)
    if stamp.revision > len(table.revisions.get(stamp.slot, ())) or slot not in (None, stamp.slot):
        raise Http404
    return stamp


def moved_on(table: Table, stamp: Stamp) -> Stamp:
    """The stamp of a new entry, with the slot that it gets.

    A phone without a network numbers its rounds by itself. Where an earlier one was never sent, or
    was removed since, the slots have changed. What was saved already keeps the slot that it got.
    """
    if stamp.revision:
        return stamp
    if saved := table.saved_by(stamp.submission):
        return replace(stamp, slot=saved.slot)
    moves = stamp.slot >= table.next_slot or is_vacant(table, stamp.slot)
    return replace(stamp, slot=table.next_slot) if moves else stamp


def is_vacant(table: Table, slot: int) -> bool:
    """Whether the entry in the slot was removed.

    The rounds that the same phone sent after one that so moved on count as part of the gap: they
    moved on as well, and so do those that follow.
    """
    current = table.current(slot)
    while current and current.data is not None and current.author_id == table.session.member_id:
        current = table.current(current.slot - 1)
    return current is not None and current.data is None
