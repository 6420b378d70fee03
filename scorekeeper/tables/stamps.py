"""The stamp of a form: which slot and revision it was made from, and its submission id."""

import uuid
from dataclasses import dataclass, replace

from django import forms
from django.http import Http404, QueryDict

from scorekeeper.tables.table import Table
from scorekeeper.web.requests import Request


@dataclass(frozen=True)
class Stamp:
    """Where an entry belongs, and which revision it was made from (0: none).

    `submission` stays the same however often the form is sent. `before` is the slot of the round
    that a forgotten round is inserted before.
    """

    slot: int
    revision: int
    submission: uuid.UUID
    before: int | None = None


def fresh_stamp(slot: int, revision: int, before: int | None = None) -> Stamp:
    return Stamp(slot, revision, uuid.uuid4(), before)


class StampForm(forms.Form):
    """The hidden fields of a form that changes an entry."""

    slot = forms.IntegerField(min_value=0, max_value=10**6)
    revision = forms.IntegerField(min_value=0, max_value=10**6)
    submission = forms.UUIDField()
    before = forms.IntegerField(min_value=1, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id=False)  # one page may hold several

    def stamp(self) -> Stamp:
        return Stamp(**self.cleaned_data)


def stamp_or_404(request: Request, table: Table, slot: int | None = None) -> Stamp:
    """The stamp that was sent, for `slot` if that is given. Our forms send no other."""
    form = StampForm(request.POST)
    if not form.is_valid():
        raise Http404
    stamp = moved_on(table, form.stamp())
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
