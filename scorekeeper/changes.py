"""What changes a game. Each holds the session's row, so that of two phones one is first and the other is told."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.contract import AnyGame
from scorekeeper.groups import found_group
from scorekeeper.models import Entry, GameSession, Group, Seat
from scorekeeper.rematch import rematch_of
from scorekeeper.revisions import MOST, SETUP, SPARE
from scorekeeper.setups import lasting
from scorekeeper.table import Table


class Conflict(Exception):
    """Somebody was first: `saved` is what stands in the slot now."""

    def __init__(self, saved: Entry) -> None:
        super().__init__(saved)
        self.saved = saved


class Overtaken(Exception):
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


def locked(session: GameSession) -> Table:
    """The table as it is now; nobody else changes it until the transaction ends.

    A session whose version is still the same needs not be fetched again: every change of a game makes a new one.
    """
    version = GameSession.objects.select_for_update().values_list("version", flat=True).get(pk=session.pk)
    if version == session.version:
        return Table(session)
    fresh = GameSession.objects.with_play().get(pk=session.pk)
    fresh.role, fresh.member_id, fresh.let_into = session.role, session.member_id, session.let_into
    return Table(fresh)


@transaction.atomic
def save_entry(session: GameSession, stamp: Stamp, data: dict[str, Any] | None, most: float = MOST) -> Entry:
    """Adds a revision to the stamp's slot; without data it takes the entry back. Conflict if another came first.

    Sent twice, it is saved once: the second time gives what the first time saved.
    GameFull beyond `most` revisions.
    """
    return add_revision(locked(session), stamp, data, most)


def remove_entry(session: GameSession, stamp: Stamp) -> Entry:
    return save_entry(session, stamp, None, MOST + SPARE)


def set_ended_early(session: GameSession, stamp: Stamp, data: dict[str, Any]) -> Entry:
    """Ends the game early, or reopens it.

    There is always room to end it: it has to be reopened before it can be ended again.
    """
    return save_entry(session, stamp, data, inf if data["ended_early"] else MOST + SPARE)


def check_room(table: Table, more: int, most: float) -> None:
    """A game takes MOST revisions; removals, undo and reopening may take SPARE more."""
    if table.count + more > most:
        raise GameFull


@transaction.atomic
def undo(session: GameSession, stamp: Stamp) -> Entry:
    """Brings back what the slot held before the stamp's revision, as a revision of its own.

    Where the whole game was set back, it is brought back as a whole.
    """
    table = locked(session)
    *earlier, undone = table.revisions[stamp.slot][: stamp.revision]
    if undone.back_to_id:
        return set_back_to(table, table.before(undone), undone, stamp.submission, SPARE)
    return add_revision(table, stamp, earlier[-1].data if earlier else None, MOST + SPARE)


@transaction.atomic
def set_back(session: GameSession, to: int, newest: int, submission: uuid.UUID) -> Entry:
    """The game as it was after the entry `to`: what was changed since gets a revision more, and nothing is lost.

    Conflict if anything was changed since `newest`, which the page was made from.
    """
    table = locked(session)
    return set_back_to(table, table.changed_by(to), table.changed_by(newest), submission)


def set_back_to(table: Table, to: Entry, newest: Entry, submission: uuid.UUID, spare: int = 0) -> Entry:
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
    table = table.with_entries(Entry.objects.bulk_create(back))
    settle(table, SETUP)
    return table.newest


def as_it_was(table: Table, slot: int, data: dict[str, Any] | None, to: Entry, submission: uuid.UUID) -> Entry:
    """The revision, not saved yet, by which a slot holds again what it held then."""
    current = table.current(slot)
    return Entry(
        session=table.session,
        slot=slot,
        revision=current.revision + 1,
        position=current.position,
        data=data,
        author_id=table.session.member_id,
        submission=submission,
        back_to=to,
    )


def add_revision(table: Table, stamp: Stamp, data: dict[str, Any] | None, most: float) -> Entry:
    current = table.current(stamp.slot)
    sent = table.sent(stamp.submission)
    if sent and (sent.slot, sent.data) == (stamp.slot, data):
        return sent
    if current and current.data == data and not sent:
        return current  # also what another device saved meanwhile: there is nothing to choose between equals
    if sent or stamp.revision != (current.revision if current else 0):
        raise Conflict(current or sent)
    check_room(table, 1, most)
    entry = Entry.objects.create(
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
        Entry.objects.bulk_update(table.spread(), ["position"], batch_size=500)
    settle(table, stamp.slot, stamp.before)
    return entry


def settle(table: Table, slot: int, before: int | None = None) -> None:
    """Keeps the result of a finished game beside it, forgets that of one that goes on. What was noted of the round
    under way goes with its save; a forgotten round that is put in, or an entry of another kind, leaves it alone.
    """
    session, board, now = table.session, table.board, timezone.now()
    draft = session.draft
    if draft.get("slot") == slot:
        draft = {**draft, "slot": table.next_slot} if before or other_kind(table, slot, draft) else {}
    finished_at = (session.finished_at or now) if board.finished else None
    session.change(result=table.result, finished_at=finished_at, played_at=now, draft=draft)


def other_kind(table: Table, slot: int, draft: dict[str, Any]) -> bool:
    """Whether the note is of another kind than what was saved: a row is under way, and somebody gets a mistake card."""
    data, noted = table.current(slot).data or {}, draft["fields"].get("type")
    return bool(noted) and noted != [data.get("type")]


@transaction.atomic
def note(session: GameSession, slot: int, fields: dict[str, list[str]], known: dict[str, list[str]]) -> bool:
    """Keeps what was noted of the round under way, field by field: only what differs from what the form knew.

    Of a round that was entered meanwhile nothing is kept, which is what the answer says.
    """
    table = locked(session)
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
    session = locked(session).session
    if text == session.comment:
        return
    if known is not None and known.splitlines() != session.comment.splitlines():
        raise Overtaken(session.comment)
    session.change(comment=text)


def start_once(
    group: Group | None,
    game: AnyGame,
    names: Sequence[str],
    options: dict[str, Any],
    submission: uuid.UUID,
    device: str,
    device_name: str,
) -> GameSession:
    """Starts the game once, however often the button was pressed; without a group it founds one.

    Another table sent from the same page is another game, and so is the same one when the first is over or deleted.
    """
    started = started_already(device, submission)
    asked = (game, names, lasting(game, options))  # what was drawn for the first press stands
    if started and (started.game, started.names, started.lasting_options) == asked:
        return started.session
    if GameSession.objects.filter(submission=submission).exists():
        submission = uuid.uuid4()
    try:
        with transaction.atomic():
            group = group or found_group(names, device, device_name)
            return start_game(group, game, names, options, submission, device)
    except IntegrityError:
        if started := started_already(device, submission):
            return started.session
        raise


@transaction.atomic
def start_rematch(again: Table, *sent: Any) -> GameSession:
    """`sent` as start_once takes it. Of two phones one begins, and the other is led to what it began."""
    GameSession.objects.select_for_update().get(pk=again.session.pk)
    _group, game, names, _options, _submission, device, _name = sent
    begun = rematch_of(again, device)
    same = begun and game == again.game and set(names) == set(again.names)
    return begun if begun and same else start_once(*sent)


def started_already(device: str, submission: uuid.UUID) -> Table | None:
    """What this submission started, if it is under way still."""
    mine = GameSession.objects.for_device(device).under_way().with_play()
    session = mine.filter(submission=submission).first()
    return Table(session) if session else None


@transaction.atomic
def start_game(
    group: Group, game: AnyGame, names: Sequence[str], options: dict[str, Any], submission: uuid.UUID, device: str
) -> GameSession:
    """A new game with these players in seat order. Those whom the group does not know yet become its players."""
    author = group.members.get(device=device, session=None)
    players = [group.players.get_or_create(name=name)[0] for name in names]
    session = GameSession.objects.create(group=group, game=game.slug, submission=submission)
    Seat.objects.bulk_create(Seat(session=session, number=n, player=player) for n, player in enumerate(players))
    setup = {"options": options, "ended_early": False}
    Entry.objects.create(
        session=session, slot=SETUP, revision=1, position=0, data=setup, author=author, submission=submission
    )
    GameSession.objects.before_rematch(session).changed()
    author.use()
    return session
