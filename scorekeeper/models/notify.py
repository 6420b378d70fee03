"""Tells every process which games open pages have to show anew, once a change is committed.

Not within the transaction: PostgreSQL holds one lock for its whole server from a NOTIFY to the end
of the commit, so commits would wait for each other's disk. A message may get lost, for example if
this process is killed. Then live/hub.py finds the change within two seconds.
"""

import atexit
import logging
import textwrap
import threading
import time
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import Error, close_old_connections, connection, transaction

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from valkey import Valkey

CHANNEL = "session_changed"  # on PostgreSQL
PREFIX = "scorekeeper:"  # begins the names of channels on Valkey
LONGEST = 7900  # characters of a message; PostgreSQL allows 8,000 bytes
GATHERING = 0.03  # seconds between two messages; changes in between are told together
IDLE = 10  # seconds without a change after which the thread ends
PATIENCE = 2  # seconds for an answer of Valkey, and for the last message at the end of a process

log = logging.getLogger(__name__)
valkey_is_away = threading.Event()  # the log says so once


def game_topic(pk: int) -> str:
    return f"game{pk}"


def group_topic(pk: int) -> str:
    return f"group{pk}"


def topics_of(rows: "QuerySet[Any]", topic: Callable[[int], str]) -> list[str]:
    """The topics of all these rows. On SQLite nobody needs them."""
    if connection.vendor != "postgresql":
        return []
    return [topic(pk) for pk in rows.values_list("pk", flat=True)]


def notify(topics: Iterable[str]) -> None:
    """Tell it after the commit. SQLite is polled instead."""
    if connection.vendor == "postgresql":
        unique = set(topics)
        transaction.on_commit(lambda: notifier().tell(unique), robust=True)


class Notifier:
    """Sends messages in a thread of its own, so that no answer waits for them."""

    def __init__(self, send: Callable[[Collection[str]], None]) -> None:
        self.send = send
        self.topics: set[str] = set()
        self.condition = threading.Condition()
        self.thread: threading.Thread | None = None
        self.closing = False

    def tell(self, topics: Collection[str]) -> None:
        with self.condition:
            self.topics |= set(topics)
            if not self.thread:
                self.thread = threading.Thread(target=self.run, name="notices", daemon=True)
                self.thread.start()
            self.condition.notify()

    def run(self) -> None:
        try:
            while topics := self.next_topics():
                self.send(topics)
                if not self.closing:
                    time.sleep(GATHERING)
        finally:
            with self.condition:
                if self.thread is threading.current_thread():
                    self.thread = None  # after an error: the next change starts another one
            connection.close()

    def next_topics(self) -> set[str]:
        """Wait for changes. Return none if the thread is to end."""
        with self.condition:
            self.condition.wait_for(lambda: self.topics or self.closing, IDLE)
            topics, self.topics = self.topics, set()
            if not topics:
                self.thread = None
            return topics

    def close(self) -> None:
        """Send what is left, and end the thread."""
        with self.condition:
            self.closing, thread = True, self.thread
            self.condition.notify()
        if thread:
            thread.join(PATIENCE)
        self.closing = False


@cache
def notifier() -> Notifier:
    one = Notifier(tell_valkey if settings.VALKEY_URL else tell_postgres)
    atexit.register(one.close)
    return one


def tell_postgres(topics: Collection[str]) -> None:
    """Send one statement, however much has changed. A message that cannot be sent is lost."""
    messages = textwrap.wrap(" ".join(topics), LONGEST)
    try:
        close_old_connections()
        with connection.cursor() as cursor:
            query = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
            cursor.execute(query, [CHANNEL, messages])
    except Error as error:
        log.warning("Other processes were not notified: %s", error)


def tell_valkey(topics: Collection[str]) -> None:
    """Send one message for each topic, so that a process only hears of what it watches."""
    import valkey

    pipeline = valkey_client().pipeline(transaction=False)
    for topic in topics:
        pipeline.publish(PREFIX + topic, "")
    try:
        pipeline.execute()  # type: ignore[no-untyped-call] # of the library
    except valkey.ValkeyError as error:
        if not valkey_is_away.is_set():  # not for each change, of which there are 30 a second
            log.warning("Valkey was not notified: %s", error)
        valkey_is_away.set()
    else:
        if valkey_is_away.is_set():
            log.warning("Valkey is notified again")
        valkey_is_away.clear()


@cache
def valkey_client() -> "Valkey":
    from valkey import Valkey

    return Valkey.from_url(
        settings.VALKEY_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )
