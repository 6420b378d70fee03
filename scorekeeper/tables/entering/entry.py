"""The way of an entry: its stamp, the checks by form and rules, and saving it.

Functions that save take the table as a page loaded and checked it. They raise Outdated if another
phone has changed the game since.
"""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from games import record
from games.contract import Disagreement, GameOver, Impossible, Result
from scorekeeper.models import Revision
from scorekeeper.models.locks import lock_session
from scorekeeper.models.rows import insert
from scorekeeper.operating.metrics import ENTRIES
from scorekeeper.tables.entering.handing_over import read_sender, sender_in, sign_sender
from scorekeeper.tables.finished.results import update_result
from scorekeeper.tables.game_forms import EntryForm, add_rule_error, forms_of
from scorekeeper.tables.log import MOST, SETUP, SPARE
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table
from scorekeeper.webhooks.tasks import tell_on_commit

NUMBER = re.compile("[0-9]{1,7}")
SENDER = re.compile("[0-9]{1,18}(:[A-Za-z0-9_-]{43})?")
NEWEST = 10**7


@dataclass(frozen=True)
class Stamp:
    """The slot that an entry belongs to, and the revision that it was made from (0: none).

    `submission` stays the same however often the form is sent. `before` is the slot of the round
    that a forgotten round is inserted before. `seats` is the revision of the setup by which the
    form showed its players: see Seating.changed_since. `sender` is the device that handed the entry
    over, if another did: see handing_over.py. `server_slot` is the slot that the server gave the
    form: a phone without a network counts on from it. Earlier releases, and programs, send none.
    """

    slot: int
    revision: int
    submission: uuid.UUID
    before: int | None = None
    seats: int = NEWEST
    sender: int | None = None
    server_slot: int | None = None

    @property
    def signed_sender(self) -> str:
        return sign_sender(self.sender, self.submission) if self.sender else ""


def fresh_stamp(slot: int, revision: int, before: int | None = None) -> Stamp:
    return Stamp(slot, revision, uuid.uuid4(), before)


def undo_stamp(table: Table) -> Stamp | None:
    last = table.log.last_change
    return fresh_stamp(last.slot, last.revision) if last else None


def read_stamp(data: QueryDict) -> Stamp | None:
    """The hidden fields of a form that changes an entry; None if they are not as our pages send
    them.
    """
    slot, revision, before = (data.get(name, "") for name in ("slot", "revision", "before"))
    seats, sender = data.get("seats") or "1", data.get("sender", "")
    server_slot = data.get("numbered", "")
    if not all(map(NUMBER.fullmatch, (slot, revision, before or "1", seats))):
        return None
    if before and not int(before):  # nothing is before the setup
        return None
    if sender and not SENDER.fullmatch(sender):
        return None
    try:
        submission = uuid.UUID(data.get("submission", ""))
    except ValueError:
        return None
    return Stamp(
        int(slot),
        int(revision),
        submission,
        int(before) if before else None,
        int(seats),
        read_sender(sender, submission) if sender else None,
        int(server_slot) if NUMBER.fullmatch(server_slot) else None,
    )


def stamp_for(table: Table, data: QueryDict, slot: int | None = None) -> Stamp | None:
    """The stamp that was sent, for `slot` if that is given; None if our forms send none like it."""
    stamp = read_stamp(data)
    return fitting_stamp(table, stamp, slot) if stamp else None


def fitting_stamp(table: Table, stamp: Stamp, slot: int | None = None) -> Stamp | None:
    """The stamp with the slot that its entry gets; None if this game cannot have sent it."""
    current_stamp = with_current_slot(table, stamp)
    revisions = table.log.revisions.get(current_stamp.slot, ())
    fits = current_stamp.revision <= len(revisions) and slot in (None, current_stamp.slot)
    return current_stamp if fits else None


def with_current_slot(table: Table, stamp: Stamp) -> Stamp:
    """Return the stamp of a new entry with the slot that it gets.

    A phone without a network numbers its rounds by itself. If an earlier one was never sent, or was
    removed since, the slots have changed. An entry that is saved already keeps its slot.
    """
    if stamp.revision:
        return stamp
    if revision := table.log.by_submission.get(stamp.submission):
        return replace(stamp, slot=revision.slot)
    moves = stamp.slot >= table.log.next_slot or is_vacant(table, stamp)
    return replace(stamp, slot=table.log.next_slot) if moves else stamp


def is_vacant(table: Table, stamp: Stamp) -> bool:
    """Return whether the entry in the slot was removed.

    A slot with a round of the same phone counts as removed if the one before it does: that round
    has moved on, so the later ones of this phone have to move on, too. A form that got its slot
    from the server keeps it, as the server knew of the gap.
    """
    current, mine = table.log.current(stamp.slot), table.session.member_id
    if stamp.slot != stamp.server_slot:
        while current and current.data is not None and current.author_id == mine:
            current = table.log.current(current.slot - 1)
    return current is not None and current.data is None


@dataclass(frozen=True)
class EntryCheck:
    """A form for an entry, with every refusal among its errors, and what the entry would do.

    `data`: the entry as it would be stored; of an incomplete form, what there is of it.
    `missing`: the labels of what is still blank, in a form that is checked while it is filled in.
    `is_incomplete`: whether anything is, including what a later step asks.
    `after`: the table with the entry, scored; None if the entry cannot count.
    `result`: what the entry does there.
    `other`: the earlier round that the entry disagrees with; either may be wrong.
    `breaks`: the later rounds that would no longer count.
    """

    table: Table
    form: EntryForm
    data: dict[str, Any]
    missing: Sequence[str] = ()
    is_incomplete: bool = False
    result: Result | None = None
    after: Table | None = None
    other: Round | None = None
    breaks: Sequence[Round] = ()

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The entry in words, as (label, value)."""
        return describe(self.table, self.data)


def validate_entry(
    table: Table, stamp: Stamp, data: Mapping[str, Any], partial: bool = False
) -> EntryCheck:
    """Check what was sent. In a partial form blank fields are missing, not wrong."""
    context = table.entry_context(stamp.slot, stamp.before)
    form = forms_of(table.game).EntryForm(data, context=context)
    return check_form(table, stamp, form, "keep" in data, partial)


def check_form(
    table: Table, stamp: Stamp, form: EntryForm, keep: bool, partial: bool = False
) -> EntryCheck:
    """Check the form of an entry, and ask the rules about it.

    With `keep`, a Disagreement is not an error: the user will correct the earlier round.
    """
    form.full_clean()
    missing, is_incomplete = take_out_missing(form) if partial else ([], False)
    check = EntryCheck(table, form, form.entry(), missing, is_incomplete)
    if is_already_saved(table, stamp, check.data):
        return check
    if table.seating.changed_since(stamp.seats):
        form.add_error(None, reseated_text())
    if is_incomplete or not form.is_valid():
        return check
    try:
        return with_entry(check, stamp)
    except Disagreement as refusal:
        if not keep:
            add_rule_error(form, refusal, table.names)
        return replace(check, other=table.rounds[refusal.other])
    except Impossible as refusal:
        add_rule_error(form, refusal, table.names)
        return check


def reseated_text() -> str:
    return gettext(
        "The players at this table have changed since you opened this form."
        " Check whose points are whose, then save again."
    )


def is_already_saved(table: Table, stamp: Stamp, data: dict[str, Any]) -> bool:
    """Return whether this submission was saved before. It gets the same answer again."""
    revision = table.log.by_submission.get(stamp.submission)
    return revision is not None and revision.data == data


def check_round(table: Table, slot: int) -> EntryCheck:
    """The form to correct a round. If the round does not count, the form says why."""
    round = table.rounds[table.log.places[slot]]
    data, problem = round.data, round.result.problem
    form = forms_of(table.game).EntryForm(context=table.entry_context(slot), entry=data)
    if not problem:
        return EntryCheck(table, form, data, result=round.result)
    form.cleaned_data = {}  # as if it had been sent
    add_rule_error(form, problem, table.names)
    other = table.rounds[problem.other] if isinstance(problem, Disagreement) else None
    return EntryCheck(table, form, data, other=other)


def blank(table: Table, before: int | None = None, ahead: int = 0) -> EntryCheck:
    context = table.entry_context(before=before, ahead=ahead)
    form = forms_of(table.game).EntryForm(context=context)
    return EntryCheck(table, form, {})


def describe(table: Table, data: dict[str, Any]) -> list[tuple[str, str]]:
    return forms_of(table.game).describe_entry(data, table.names)


def take_out_missing(form: forms.Form) -> tuple[list[str], bool]:
    """Remove the errors of fields that are blank and must not be. Return the labels of those that
    this step asks, and whether there was any such field.
    """
    codes = {
        name: {error.code for error in errors} for name, errors in form.errors.as_data().items()
    }
    blank = [name for name in codes if codes[name] <= {"required", "later"}]
    for name in blank:
        del form.errors[name]
    return [str(form.fields[one].label) for one in blank if "required" in codes[one]], bool(blank)


def with_entry(check: EntryCheck, stamp: Stamp) -> EntryCheck:
    """The check with what the entry would do. Raises Impossible for what the rules refuse."""
    table = check.table
    if table.setup.ended_early and not (stamp.revision or stamp.before):
        check.form.add_error(None, gettext("This game is over: reopen it to enter more."))
        return check
    after = table.with_candidate(stamp.slot, check.data, stamp.before)
    result = after.result_in(stamp.slot)
    if result.problem and not isinstance(result.problem, GameOver):
        raise result.problem
    breaks = rounds_invalidated(table, after, stamp.slot)
    return replace(check, result=result, after=after, breaks=breaks)


def rounds_invalidated(table: Table, after: Table, slot: int) -> list[Round]:
    """The other rounds that count now, and would not with the new entry."""
    if not after.board.problem:
        return []
    slots = {slot, *(round.entry.slot for round in table.rounds if round.result.problem)}
    return [
        round for round in after.rounds if round.result.problem and round.entry.slot not in slots
    ]


class Conflict(Exception):
    """Someone else changed this first: `current` is what is in the slot now."""

    def __init__(self, current: Revision) -> None:
        super().__init__(current)
        self.current = current
        ENTRIES["conflict"].inc()


class GameFull(Exception):
    """The game holds as many revisions as it can."""

    def __init__(self) -> None:
        super().__init__()
        ENTRIES["full"].inc()


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
    author: int | None = None,
) -> Revision:
    current = table.log.current(stamp.slot)
    prior = table.log.by_submission.get(stamp.submission)
    if prior and (prior.slot, prior.data) == (stamp.slot, data):
        ENTRIES["repeated"].inc()
        return prior
    if current and not prior and is_same(table, current, data):
        ENTRIES["same"].inc()
        return current  # another device entered the same: there is nothing to choose between
    if other := conflict_of(stamp, current, prior):
        raise Conflict(other)
    check_room(table, 1, most)
    after = after or table.with_candidate(stamp.slot, data, stamp.before)
    check_seats(after)
    revision = after.log.revisions[stamp.slot][-1]
    revision.session, revision.author_id = table.session, author or table.session.member_id
    revision.submission, revision.at = stamp.submission, timezone.now()
    revision.sender = sender_in(table.session, stamp.sender) if stamp.sender else None
    insert(revision)
    is_back = current is not None and current.data is None  # at its old position
    if (stamp.before or is_back) and after.log.is_crowded:
        Revision.objects.bulk_update(after.log.renumber(), ["position"], batch_size=500)
    update_result(after, stamp.slot, stamp.before)
    if table.session.has_webhooks:
        tell_on_commit(revision)
    ENTRIES["saved"].inc()
    return revision


def is_same(table: Table, current: Revision, data: dict[str, Any] | None) -> bool:
    """Return whether both hold the same entry. One may leave out what the other has by default: a
    program sends less than a form.
    """
    if current.data == data or None in (current.data, data) or current.slot == SETUP:
        return bool(current.data == data)
    return bool(table.input(current) == table.input(Revision(data=data)))


def conflict_of(stamp: Stamp, current: Revision | None, prior: Revision | None) -> Revision | None:
    """Return the revision that a form conflicts with: it was made from an older one, or was
    sent before with something else in it.
    """
    if prior or stamp.revision != (current.revision if current else 0):
        return current or prior
    return None


def lacks_seat(table: Table) -> bool:
    """Return whether an entry has a seat that the setup lacks, because the joining of a player is
    being undone after the round was entered.
    """
    if len(table.seating.players) == table.seating.most_seats:
        return False
    decode = record.entry_codec(table.game).decode
    seats = record.seats_by_number(len(table.seating.players))
    try:
        for entry in table.log.entries:
            decode(entry.data, seats, "")
    except Impossible:
        return True
    return False


def check_seats(table: Table) -> None:
    """Conflict if an entry would be about a seat that no longer exists."""
    if lacks_seat(table):
        raise Conflict(table.log.setups[-1])


def check_room(table: Table, more: int, most: float) -> None:
    """A game takes MOST revisions; removals, undo and reopening may take SPARE more."""
    if table.log.count + more > most:
        raise GameFull
