"""The locks that writers take. Readers never wait for them. See docs/entering.md.

Pages are read and checked without a lock. A writer then locks the game and learns whether it is
still as the page was checked against; if it is not, the whole request begins again.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from math import inf
from time import sleep
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.signals import connection_created

from scorekeeper.models.sessions import GameSession
from scorekeeper.operating import metrics

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
Item = TypeVar("Item")
PAUSE = 0.05  # seconds


def lock_group(pk: int) -> None:
    """Let no other transaction write rows of this group until this one ends.

    Every transaction that writes several rows of a group calls it before it reads what it decides
    by; without it two of them could each hold rows that the other waits for. A single statement on
    one row holds nothing while it waits, so it needs no lock. Foreign keys to the group can still
    be checked (NO KEY).
    """
    wait_for("SELECT id FROM scorekeeper_group WHERE id = %s FOR NO KEY UPDATE", pk)


@contextmanager
def group_locked(pk: int) -> Iterator[None]:
    """A transaction with the lock of a group."""
    with transaction.atomic():
        lock_group(pk)
        yield


def locks_group(change: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Run a change of a group, or of something in one, in a transaction with the group's lock."""

    @wraps(change)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        first: Any = args[0]
        with group_locked(getattr(first, "group_id", first.pk)):
            return change(*args, **kwargs)

    return run


def lock_device(device: str) -> None:
    """Let no other transaction start games for this device until this one ends.

    Where both locks are needed, this one is taken before the group's.
    """
    wait_for("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", device)


def in_pieces(
    items: Iterable[Item], rows: Callable[[Item], int], most_rows: int, most: float = inf
) -> Iterator[list[Item]]:
    """Yield as many items as one transaction may change: others wait for a lock all that time.

    `rows`: how many rows an item has. A single item may have more than `most_rows`.
    """
    some: list[Item] = []
    count = 0
    for item in items:
        more = rows(item)
        if some and (len(some) == most or count + more > most_rows):
            yield some
            some, count = [], 0
        some.append(item)
        count += more
    if some:
        yield some


@contextmanager
def short_transaction(group: int) -> Iterator[None]:
    """One of several transactions with the lock of a group, and time for others after it: SQLite's
    lock is not fair, so nobody else would get it.
    """
    with group_locked(group):
        yield
    sleep(PAUSE)


def wait_for(query: str, key: int | str) -> None:
    """Costs SQLite no query: there, BEGIN IMMEDIATE has locked the whole database already."""
    if connection.vendor != "postgresql":
        return
    if not connection.in_atomic_block:
        raise RuntimeError("A lock lasts as long as its transaction, and there is none.")
    with metrics.lock_seconds.time(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{settings.LOCK_TIMEOUT}s'; {query}", [key])


def time_locks(connection: Any, **_signal: Any) -> None:
    """Time how long SQLite waits for its lock, in the one method that sends BEGIN IMMEDIATE.

    Django has no public place for that but a wrapper of every query. It tells of the same
    connection each time that is opened again, so the method is that of the class.
    """
    if connection.vendor != "sqlite":
        return
    begin = type(connection)._start_transaction_under_autocommit

    def begin_timed() -> None:
        with metrics.lock_seconds.time():
            begin(connection)

    connection._start_transaction_under_autocommit = begin_timed


connection_created.connect(time_locks, dispatch_uid="metrics")


@contextmanager
def without_waiting() -> Iterator[None]:
    """A transaction that on SQLite fails at once if another one is writing.

    PostgreSQL locks rows: there, its queries skip those that are locked.
    """
    set_busy_timeout(0)
    try:
        with transaction.atomic():
            yield
    finally:
        set_busy_timeout(settings.LOCK_TIMEOUT)


def set_busy_timeout(seconds: int) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")


IF_CURRENT = """
    SELECT 1 FROM scorekeeper_gamesession game
    JOIN scorekeeper_group team ON team.id = game.group_id
    WHERE game.id = %s AND game.version = %s
        AND team.people_version = COALESCE(%s, team.people_version)
"""


class Outdated(Exception):
    """The game, or who may change it, has changed since it was read: nothing checked is certain."""

    def __init__(self, group: int) -> None:
        super().__init__(group)
        self.group = group


def lock_session(session: GameSession) -> None:
    """Let nobody else change the game until the transaction ends.

    Every change of a game goes through here, and every change makes a new version, as a device
    makes one of the group that is let in or removed. Raises Outdated if there is one.
    """
    lock_group(session.group_id)
    with connection.cursor() as cursor:
        cursor.execute(IF_CURRENT, [session.pk, session.version, session.people_version])
        if not cursor.fetchone():
            raise Outdated(session.group_id)


def again_if_outdated(view: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Run a view that changes a game again if another device changed the game meanwhile.

    The second time it reads the game under the lock, so it cannot be outdated again.
    """

    @wraps(view)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        try:
            return view(*args, **kwargs)
        except Outdated as outdated:
            with group_locked(outdated.group):
                return view(*args, **kwargs)

    return run
