"""Counts that are handed in face down: each is sealed, then all are revealed together as entries.

A sealed count is never shown, not even to the device that it came from, and never compared with
what is sent: an answer that depends on a sealed number gives it away.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from scorekeeper.models import SealedCount
from scorekeeper.models.locks import lock_session
from scorekeeper.tables.entering.counting import is_complete, seats_to_count, way_of_counting
from scorekeeper.tables.entering.draft_limits import MOST_FIELDS, items_that_fit
from scorekeeper.tables.entering.drafts import stored_draft
from scorekeeper.tables.entering.entry import (
    EntryCheck,
    Stamp,
    add_revision,
    check_form,
    reseated_text,
    validate_entry,
)
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.log import MOST
from scorekeeper.tables.table import Table


class CountConflict(Exception):
    """Another form has counted for this seat since this one was opened."""


def sealed_count(table: Table, seat: int) -> SealedCount | None:
    """Return the count of a seat with its author, and without what was counted."""
    counts = table.session.sealed_counts.select_related("author").defer("fields")
    return counts.filter(seat=seat).first()


def check_count(table: Table, stamp: Stamp, seat: int, data: QueryDict | None) -> EntryCheck:
    """Check what one player counted, as far as that can be known without the others."""
    form = forms_of(table.game).EntryForm(data, context=table.entry_context(only=seat))
    if data is None:
        return EntryCheck(table, form, {})
    if not way_of_counting(table).together:
        return replace(check_form(table, stamp, form, keep=False), other=None)
    form.full_clean()
    if table.seating.changed_since(stamp.seats):
        form.add_error(None, reseated_text())
    return EntryCheck(table, form, form.entry())


@transaction.atomic
def seal_count(
    table: Table, stamp: Stamp, seat: int, fields: Mapping[str, list[str]], original: str
) -> bool:
    """Seal a count; the last one reveals all of them.

    `original` is the submission of the count that the form replaces, or "". CountConflict if there
    is another one by now. Returns whether a count was revealed that the rules refuse.
    """
    lock_session(table.session)
    if table.session.sealed_counts.filter(submission=stamp.submission).exists():
        return False  # sent twice, perhaps for two seats: an entry has a submission of its own
    earlier = sealed_count(table, seat)
    if earlier and str(earlier.submission) != original:
        raise CountConflict
    author = table.session.member_id
    values = {"fields": fields, "submission": stamp.submission, "author_id": author}
    table.session.sealed_counts.update_or_create(seat=seat, defaults=values)
    if is_complete(table):
        return save_counts(table, stamp.submission)
    if not earlier:  # a correction changes nothing that pages show
        table.session.change()
    return False


@transaction.atomic
def reveal_sealed_counts(table: Table, submission: UUID) -> bool:
    """Reveal what is sealed. Returns whether the rules refuse some of it."""
    lock_session(table.session)
    return save_counts(table, submission)


class SealedPart(NamedTuple):
    """The fields of an entry, with the submission and the member that save it."""

    fields: dict[str, list[str]]
    submission: UUID
    author: int | None


def save_counts(table: Table, submission: UUID) -> bool:
    """Save what is sealed as entries. The first that is refused becomes the draft of the next
    entry, so that its form opens for correction. Returns whether there is one.
    """
    refused_parts = []
    for part in parts_to_save(table, submission):
        stamp = Stamp(table.log.next_slot, 0, part.submission)
        check = validate_entry(table, stamp, MultiValueDict(part.fields))
        if check.form.is_valid():
            add_revision(table, stamp, check.data, MOST, check.after, part.author)
            table = check.after or table
        else:
            refused_parts.append(part)
    if refused_parts:
        open_for_correction(table, refused_parts[0])
    return bool(refused_parts)


def parts_to_save(table: Table, submission: UUID) -> list[SealedPart]:
    """Return an entry for each count, or one that has all of them, on top of its draft."""
    seats, me = seats_to_count(table), table.session.member_id
    counts = table.session.sealed_counts.filter(seat__in=seats).order_by("seat")
    if not way_of_counting(table).together:
        return [SealedPart(count.fields, count.submission, count.author_id) for count in counts]
    fields = dict(table.draft)
    for count in counts:
        fields |= count.fields
    return [SealedPart(fields, submission, me)]


def open_for_correction(table: Table, part: SealedPart) -> None:
    """Make a count that was refused the draft of the next entry: it is sealed no longer."""
    counts, counting = table.session.sealed_counts, table.session.counting
    if way_of_counting(table).together:
        counts.all().delete()
        counting = None
    else:
        counts.filter(submission=part.submission).delete()
    draft = stored_draft(table, items_that_fit(part.fields, MOST_FIELDS), {}, {})
    table.session.change(draft=draft, counting=counting)
