"""What changes a game.

Each function takes the table or session as a page loaded it, and holds the group's lock, so that of
two phones the second learns what the first did.
"""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain
from math import inf
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import record
from scorekeeper.models import GameSession, Revision
from scorekeeper.models.locks import lock_group
from scorekeeper.tables.drafts import authors_after
from scorekeeper.tables.results import update_result
from scorekeeper.tables.revisions import MOST, SETUP, SPARE
from scorekeeper.tables.seating import SetupData, lacks_seat
from scorekeeper.tables.stamps import Stamp
from scorekeeper.tables.table import Table

SetupChange = Callable[[Table], SetupData]


class Conflict(Exception):
    """Someone else changed this first: `saved` is what is in the slot now."""

    def __init__(self, saved: Revision) -> None:
        super().__init__(saved)
        self.saved = saved


class StaleOptions(Exception):
    """Another device changed the options, to those in `saved`, since the page showed them."""

    def __init__(self, saved: Revision) -> None:
        super().__init__(saved)
        self.saved = saved


class StaleComment(Exception):
    """Another device wrote a comment or note, `saved`, since the one that the page showed."""

    def __init__(self, saved: str) -> None:
        super().__init__(saved)
        self.saved = saved


class GameFull(Exception):
    """The game holds as many revisions as it can."""


def lock_session(session: GameSession) -> GameSession:
    """The session as it is now; nobody else changes it until the transaction ends.

    An unchanged version need not be refetched: every change of a game makes a new one.
    """
    lock_group(session.group_id)
    if session.is_current():
        return session
    fresh = GameSession.objects.with_play().get(pk=session.pk)
    fresh.role, fresh.member_id, fresh.guest_of = session.role, session.member_id, session.guest_of
    return fresh


def lock_table(table: Table) -> Table:
    """The table as it is now: the same object if nobody changed it."""
    session = lock_session(table.session)
    return table if session is table.session else Table(session)


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
    now = lock_table(table)
    return add_revision(now, stamp, data, most, after if now is table else None)


@transaction.atomic
def change_setup(table: Table, stamp: Stamp, what: str, change: SetupChange) -> Revision:
    """Save what `change` makes of the setup, of the table as it is now.

    `what` names the change, so that the same one sent twice is made once. Conflict if another
    device changed the setup first.
    """
    table = lock_table(table)
    if saved := saved_change(table, stamp, what):
        return saved
    current = table.revisions[SETUP][-1]
    if stamp.revision != current.revision:
        raise Conflict(current)
    stamp = replace(stamp, submission=uuid.uuid5(stamp.submission, what))
    return add_revision(table, stamp, change(table), MOST)


def saved_change(table: Table, stamp: Stamp, what: str) -> Revision | None:
    """What this change of the setup saved, if it arrived before."""
    return table.saved_by(uuid.uuid5(stamp.submission, what))


def remove_entry(table: Table, stamp: Stamp) -> Revision:
    return save_entry(table, stamp, None, MOST + SPARE)


def set_ended_early(table: Table, stamp: Stamp, early: bool) -> Revision:
    """End the game early, or reopen it.

    There is always room to end it: it has to be reopened before it can be ended again.
    """
    data = {**table.setup_data, "ended_early": early}
    return save_entry(table, stamp, data, inf if early else MOST + SPARE)


@transaction.atomic
def change_settings(
    table: Table,
    stamp: Stamp,
    options: dict[str, Any],
    early: bool | None = None,
    comment: tuple[str, str | None] | None = None,
    day: date | None = None,
) -> None:
    """Change what the page of the game as a whole shows, all at once or nothing.

    `comment` is the text, and the one that the page showed. `early` ends or reopens the game. `day`
    is when it was played. What the page did not change stays as it is now. StaleOptions or
    StaleComment if another device changed the same.
    """
    table = lock_table(table)
    current = table.revisions[SETUP][-1]
    data = {**current.data, "options": options_to_save(table, stamp, options)}
    if early is not None:
        data["ended_early"] = early
    if day and day != timezone.localdate(table.session.played_at):
        data["day"] = day.isoformat()
    if comment:
        write_comment(table.session, *comment)
    if data != current.data:
        spare = 0 if early is None else SPARE
        save_entry(
            table,
            Stamp(SETUP, current.revision, stamp.submission),
            data,
            inf if early else MOST + spare,
        )


def options_to_save(table: Table, stamp: Stamp, options: dict[str, Any]) -> dict[str, Any]:
    """The options of the form, or those of the game if the form did not change them."""
    opened = table.revisions[SETUP][max(stamp.revision, 1) - 1].data["options"]
    decode = partial(record.decode_options, table.game)
    mine, now, before = decode(options), decode(table.options), decode(opened)
    if mine in (before, now):
        return table.options
    if now != before:
        raise StaleOptions(table.revisions[SETUP][-1])
    return options


def check_seats(table: Table) -> None:
    """Conflict if an entry would be about a seat that no longer exists."""
    if lacks_seat(table):
        raise Conflict(table.revisions[SETUP][-1])


def check_room(table: Table, more: int, most: float) -> None:
    """A game takes MOST revisions; removals, undo and reopening may take SPARE more."""
    if table.count + more > most:
        raise GameFull


@transaction.atomic
def undo(table: Table, stamp: Stamp) -> Revision:
    """Restore what the slot held before the stamp's revision, as a revision of its own.

    Where the whole game was set back, all of that is undone.
    """
    table = lock_table(table)
    *earlier, undone = table.revisions[stamp.slot][: stamp.revision]
    if undone.back_to_id:
        return set_back_to(table, table.before(undone), undone, stamp.submission, SPARE)
    return add_revision(table, stamp, earlier[-1].data if earlier else None, MOST + SPARE)


@transaction.atomic
def set_back(table: Table, to: int, newest: int, submission: uuid.UUID) -> Revision:
    """Restore the game as it was after the revision `to`.

    Each slot that changed since gets one more revision, so nothing is lost. Conflict if anything
    changed since `newest`, which the page was made from.
    """
    table = lock_table(table)
    return set_back_to(table, table.changed_by(to), table.changed_by(newest), submission)


def set_back_to(
    table: Table,
    to: Revision | None,
    newest: Revision | None,
    submission: uuid.UUID,
    spare: int = 0,
) -> Revision:
    ids = {slot: uuid.uuid5(submission, str(slot)) for slot in table.revisions}
    if saved := [r for r in chain(*table.revisions.values()) if r.submission == ids[r.slot]]:
        if not to or saved[-1].back_to_id != to.pk:
            raise Conflict(table.newest)
        return saved[-1]
    if not to or table.newest != newest:
        raise Conflict(table.newest)
    then = table.as_after(to)
    back = [
        restored(table, slot, then.data(slot), to, ids[slot]) for slot in table.changed_slots(then)
    ]
    # Without `spare`, there has to be room to undo it as well.
    check_room(table, len(back) if spare else 2 * len(back), MOST + spare)
    table = table.with_revisions(Revision.objects.bulk_create(back))
    check_seats(table)
    update_result(table, SETUP)
    return table.newest


def restored(
    table: Table, slot: int, data: dict[str, Any] | None, to: Revision, submission: uuid.UUID
) -> Revision:
    """The revision, not saved yet, with which a slot holds `data` again."""
    current = table.revisions[slot][-1]
    return Revision(
        session=table.session,
        slot=slot,
        revision=current.revision + 1,
        position=current.position,
        data=data,
        author_id=table.session.member_id,
        submission=submission,
        back_to=to,
    )


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
    added.submission = stamp.submission
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


@transaction.atomic
def save_draft(
    table: Table, slot: int, fields: dict[str, list[str]], known: dict[str, list[str]]
) -> Table | None:
    """Store what was typed for the next entry: only the fields that differ from what the form knew.

    Returns the table as it is then. Nothing is stored, and None returned, if that entry was saved
    in the meantime.
    """
    table = lock_table(table)
    if slot != table.next_slot:
        return None
    changed = {name for name in {*fields, *known} if fields.get(name) != known.get(name)}
    others = {name: values for name, values in table.draft.items() if name not in changed}
    draft = others | {name: fields[name] for name in changed if name in fields}
    if draft != table.draft:
        by, at = table.session.member_id, timezone.now().isoformat()
        version = table.session.version + 1
        authors = authors_after(table, draft, version)
        stored = {"slot": slot, "fields": draft, "authors": authors, "by": by, "at": at}
        table.session.change(draft=stored)
        table.session.version = version  # nobody else can have changed it
    return table


@transaction.atomic
def write_comment(session: GameSession, text: str, known: str | None) -> None:
    """Replace the comment that was `known`; StaleComment if it has changed since."""
    session = lock_session(session)
    if text == session.comment:
        return
    if known is not None and known.splitlines() != session.comment.splitlines():
        raise StaleComment(session.comment)
    session.change(comment=text)


@transaction.atomic
def write_note(table: Table, slot: int, text: str, known: str) -> None:
    """Replace the note at a round that was `known`; StaleComment if it has changed since.

    The entry stays as it is, and so do the forms that were made from it.
    """
    table = lock_table(table)
    first = table.revisions[slot][0]
    if text == first.note:
        return
    if known != first.note:
        raise StaleComment(first.note)
    Revision.objects.filter(pk=first.pk).update(note=text)
    table.session.change()
