"""What changes a game. Each function holds the group's lock, so that of two phones one is first and
the other is told.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.contract import AnyGame
from scorekeeper.models import GameSession, Group, Revision, Role, Seat
from scorekeeper.models.locks import lock_device, lock_group
from scorekeeper.people.groups import found_group
from scorekeeper.tables.rematch import rematch_of
from scorekeeper.tables.revisions import MOST, SETUP, SPARE
from scorekeeper.tables.setups import reusable_options
from scorekeeper.tables.table import Table
from scorekeeper.web.limits import count_new_game


class Conflict(Exception):
    """Somebody was first: `saved` is what stands in the slot now."""

    def __init__(self, saved: Revision) -> None:
        super().__init__(saved)
        self.saved = saved


class StaleComment(Exception):
    """Another device wrote a comment, `saved`, since the one that the page showed."""

    def __init__(self, saved: str) -> None:
        super().__init__(saved)
        self.saved = saved


class GameFull(Exception):
    """The game holds as many revisions as it can."""


@dataclass(frozen=True)
class Stamp:
    """Where an entry belongs and which revision it was made from. `submission` stays the same however often it is sent;
    `before` is the slot of the round that a forgotten one goes in front of.
    """

    slot: int
    revision: int
    submission: uuid.UUID
    before: int | None = None


def lock_session(session: GameSession) -> GameSession:
    """The session as it is now; nobody else changes it until the transaction ends.

    An unchanged version need not be refetched: every change of a game makes a new one.
    """
    lock_group(session.group_id)
    version = GameSession.objects.values_list("version", flat=True).get(pk=session.pk)
    if version == session.version:
        return session
    fresh = GameSession.objects.with_play().get(pk=session.pk)
    fresh.role, fresh.member_id, fresh.let_into = session.role, session.member_id, session.let_into
    return fresh


def lock_table(session: GameSession) -> Table:
    return Table(lock_session(session))


@transaction.atomic
def save_entry(
    session: GameSession, stamp: Stamp, data: dict[str, Any] | None, most: float = MOST
) -> Revision:
    """Adds a revision to the stamp's slot; without data it takes the entry back. Conflict if another came first.

    Sent twice, it is saved once: the second time gives what the first time saved.
    GameFull beyond `most` revisions.
    """
    return add_revision(lock_table(session), stamp, data, most)


def remove_entry(session: GameSession, stamp: Stamp) -> Revision:
    return save_entry(session, stamp, None, MOST + SPARE)


def set_ended_early(session: GameSession, stamp: Stamp, data: dict[str, Any]) -> Revision:
    """Ends the game early, or reopens it.

    There is always room to end it: it has to be reopened before it can be ended again.
    """
    return save_entry(session, stamp, data, inf if data["ended_early"] else MOST + SPARE)


def check_room(table: Table, more: int, most: float) -> None:
    """A game takes MOST revisions; removals, undo and reopening may take SPARE more."""
    if table.count + more > most:
        raise GameFull


@transaction.atomic
def undo(session: GameSession, stamp: Stamp) -> Revision:
    """Brings back what the slot held before the stamp's revision, as a revision of its own.

    Where the whole game was set back, it is brought back as a whole.
    """
    table = lock_table(session)
    *earlier, undone = table.revisions[stamp.slot][: stamp.revision]
    if undone.back_to_id:
        return set_back_to(table, table.before(undone), undone, stamp.submission, SPARE)
    return add_revision(table, stamp, earlier[-1].data if earlier else None, MOST + SPARE)


@transaction.atomic
def set_back(session: GameSession, to: int, newest: int, submission: uuid.UUID) -> Revision:
    """The game as it was after the entry `to`: what was changed since gets a revision more, and nothing is lost.

    Conflict if anything was changed since `newest`, which the page was made from.
    """
    table = lock_table(session)
    return set_back_to(table, table.changed_by(to), table.changed_by(newest), submission)


def set_back_to(
    table: Table, to: Revision, newest: Revision, submission: uuid.UUID, spare: int = 0
) -> Revision:
    ids = {slot: uuid.uuid5(submission, str(slot)) for slot in table.revisions}
    if sent := [e for e in chain(*table.revisions.values()) if e.submission == ids[e.slot]]:
        if sent[-1].back_to_id != to.pk:
            raise Conflict(table.newest)
        return sent[-1]
    if table.newest != newest:
        raise Conflict(table.newest)
    then = table.as_after(to)
    changed = table.differing(then)
    back = [as_it_was(table, slot, then.data(slot), to, ids[slot]) for slot in changed]
    # Without `spare`, there has to be room to undo it as well.
    check_room(table, len(back) if spare else 2 * len(back), MOST + spare)
    table = table.with_entries(Revision.objects.bulk_create(back))
    update_result(table, SETUP)
    return table.newest


def as_it_was(
    table: Table, slot: int, data: dict[str, Any] | None, to: Revision, submission: uuid.UUID
) -> Revision:
    """The revision, not saved yet, by which a slot holds again what it held then."""
    current = table.current(slot)
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


def add_revision(table: Table, stamp: Stamp, data: dict[str, Any] | None, most: float) -> Revision:
    current = table.current(stamp.slot)
    sent = table.sent(stamp.submission)
    if sent and (sent.slot, sent.data) == (stamp.slot, data):
        return sent
    if current and current.data == data and not sent:
        return current  # also what another device saved meanwhile: there is nothing to choose between equals
    if sent or stamp.revision != (current.revision if current else 0):
        raise Conflict(current or sent)
    check_room(table, 1, most)
    entry = Revision.objects.create(
        session=table.session,
        slot=stamp.slot,
        revision=stamp.revision + 1,
        position=current.position if current else table.place(stamp.before),
        data=data,
        author_id=table.session.member_id,
        submission=stamp.submission,
    )
    table = table.with_entry(entry)
    if table.crowded:
        Revision.objects.bulk_update(table.spread(), ["position"], batch_size=500)
    update_result(table, stamp.slot, stamp.before)
    return entry


def update_result(table: Table, slot: int, before: int | None = None) -> None:
    """Keeps the result of a finished game beside it, forgets that of one that goes on. What was noted of the round
    under way goes with its save; a forgotten round that is put in, or an entry of another kind, leaves it alone.
    """
    session, board, now = table.session, table.board, timezone.now()
    draft = session.draft
    if draft.get("slot") == slot:
        draft = (
            {**draft, "slot": table.next_slot} if before or other_kind(table, slot, draft) else {}
        )
    finished_at = (session.finished_at or now) if board.finished else None
    session.change(result=table.result, finished_at=finished_at, played_at=now, draft=draft)


def other_kind(table: Table, slot: int, draft: dict[str, Any]) -> bool:
    """Whether the note is of another kind than what was saved: a row is under way, and somebody gets a mistake card."""
    data, noted = table.current(slot).data or {}, draft["fields"].get("type")
    return bool(noted) and noted != [data.get("type")]


@transaction.atomic
def save_draft(
    session: GameSession, slot: int, fields: dict[str, list[str]], known: dict[str, list[str]]
) -> bool:
    """Keeps what was noted of the round under way, field by field: only what differs from what the form knew.

    Of a round that was entered meanwhile nothing is kept, which is what the answer says.
    """
    table = lock_table(session)
    if slot != table.next_slot:
        return False
    changed = {name for name in {*fields, *known} if fields.get(name) != known.get(name)}
    kept = {name: values for name, values in table.draft.items() if name not in changed}
    noted = kept | {name: fields[name] for name in changed if name in fields}
    if noted != table.draft:
        by, at = table.session.member_id, timezone.now().isoformat()
        table.session.change(draft={"slot": slot, "fields": noted, "by": by, "at": at})
    return True


@transaction.atomic
def write_comment(session: GameSession, text: str, known: str | None) -> None:
    """In the place of the one that was `known`; Overtaken if that is not there any more."""
    session = lock_session(session)
    if text == session.comment:
        return
    if known is not None and known.splitlines() != session.comment.splitlines():
        raise StaleComment(session.comment)
    session.change(comment=text)


@transaction.atomic
def delete_game(session: GameSession) -> None:
    """Take it out of every list, with a way back for a while. Deleting twice changes nothing."""
    session = lock_session(session)
    if not session.deleted_at:
        session.change(deleted_at=timezone.now())


@transaction.atomic
def restore_game(session: GameSession) -> None:
    session = lock_session(session)
    if session.deleted_at:
        session.change(deleted_at=None)


def purge_deleted() -> int:
    """Remove for good what was deleted too long ago to be brought back, one group at a time.

    Returns how many games that were.
    """
    now = timezone.now()  # a later time is from before the clock was set back
    GameSession.objects.filter(deleted_at__gt=now).update(deleted_at=now)
    groups = GameSession.objects.past_return().values_list("group", flat=True).distinct()
    return sum(map(purge_group, list(groups)))


@transaction.atomic
def purge_group(pk: int) -> int:
    lock_group(pk)
    _rows, removed = GameSession.objects.past_return().filter(group=pk).delete()
    return removed.get(GameSession._meta.label, 0)


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """What the form of a new game asks for; `submission` stays the same however often it is sent.

    Without a `group` the game goes to the one that the device used last. A group is founded for it
    if the device has none yet, or asks for a new one (`own_group`).
    """

    game: AnyGame
    names: Sequence[str]
    options: dict[str, Any]
    submission: uuid.UUID
    device: str
    device_name: str
    address: str
    group: Group | None = None
    own_group: bool = False

    def is_for(self, table: Table) -> bool:
        """Whether that is what was asked for; what is drawn anew for each game may differ."""
        asked = self.game, list(self.names), reusable_options(self.game, self.options)
        return (table.game, table.names, table.lasting_options) == asked


def start_once(new: NewGame) -> GameSession:
    """Start the game once, however often the button was pressed, and whenever the presses arrive.

    TooMany if too many games were started by this device, or from this address.
    """
    try:
        return start_unless_started(new)
    except IntegrityError:  # the same start came with the secret that the device had before
        return start_unless_started(new)


@transaction.atomic
def start_unless_started(new: NewGame) -> GameSession:
    """Another table sent from the same page is another game, and so is the same one when the first
    is over or deleted. So the games of one page have a chain of submissions, each made from the one
    before: whoever comes second finds what the first stored there.
    """
    lock_device(new.device)
    submission = new.submission
    while GameSession.objects.filter(submission=submission).exists():
        started = started_already(new.device, submission)
        if started and new.is_for(started):
            return started.session
        submission = uuid.uuid5(submission, "next")
    known = new.group or known_group(new)
    group = known or found_group(new.names, new.device, new.device_name)
    session = start_game(group, new.game, new.names, new.options, submission, new.device)
    count_new_game(new.device, new.address, new_group=not known)
    return session


def known_group(new: NewGame) -> Group | None:
    """The group for a game that names none."""
    return None if new.own_group else Group.objects.for_device(new.device, Role.SCORER).first()


@transaction.atomic
def start_rematch(again: Table, new: NewGame) -> GameSession:
    """Of two phones one begins, and the other is led to what it began."""
    lock_device(new.device)
    lock_group(again.session.group_id)
    begun = rematch_of(again, new.device)
    same = begun and new.game == again.game and set(new.names) == set(again.names)
    return begun if begun and same else start_once(new)


def started_already(device: str, submission: uuid.UUID) -> Table | None:
    """What this submission started, if it is under way still."""
    mine = GameSession.objects.for_device(device).under_way().with_play()
    session = mine.filter(submission=submission).first()
    return Table(session) if session else None


@transaction.atomic
def start_game(
    group: Group,
    game: AnyGame,
    names: Sequence[str],
    options: dict[str, Any],
    submission: uuid.UUID,
    device: str,
) -> GameSession:
    """A new game with these players in seat order. Those whom the group does not know yet become its players."""
    lock_group(group.pk)
    author = group.members.get(device=device, session=None)
    players = [group.players.get_or_create(name=name)[0] for name in names]
    session = GameSession.objects.create(group=group, game=game.slug, submission=submission)
    Seat.objects.bulk_create(
        Seat(session=session, number=n, player=player) for n, player in enumerate(players)
    )
    setup = {"options": options, "ended_early": False}
    Revision.objects.create(
        session=session,
        slot=SETUP,
        revision=1,
        position=0,
        data=setup,
        author=author,
        submission=submission,
    )
    GameSession.objects.before_rematch(session).changed()
    author.use()
    return session
