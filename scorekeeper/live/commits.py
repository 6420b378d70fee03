"""Detects commits of other processes: through Valkey, if it is set up, or the database itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections

from scorekeeper.live.topics import Topics
from scorekeeper.live.valkey import RETRY, watch_valkey
from scorekeeper.models.notify import CHANNEL

if TYPE_CHECKING:
    from psycopg import AsyncConnection, Notify

POLL = 0.04  # seconds between two checks of an SQLite file
QUIET = 30  # seconds without a notification after which the connection to PostgreSQL is checked

DataVersion = tuple[object, int]
"""An SQLite connection, and the number of commits it has seen."""

Ask = Callable[[Callable[[], DataVersion]], Awaitable[DataVersion]]
"""Runs a query in the thread that has the database connection: see Hub.ask."""

ChangedTopics = Collection[str] | None
"""Topics (models/notify.py), or None: anything may have changed."""


def watch_commits(ask: Ask, topics: Topics) -> AsyncIterator[ChangedTopics]:
    """Yield at the start, and after commits; several at once may yield once."""
    if connection.vendor != "postgresql":
        return watch_sqlite(ask)
    return watch_valkey(topics) if settings.VALKEY_URL else watch_postgres()


async def watch_sqlite(ask: Ask) -> AsyncIterator[None]:
    """Poll SQLite's counter of commits. This only reads a few bytes of shared memory."""
    last = None
    while True:
        if (version := await ask(data_version)) != last:
            last = version
            yield
        await asyncio.sleep(POLL)


def data_version() -> DataVersion:
    """Return the counter with its connection: each new one starts at the same number."""
    connection.ensure_connection()
    return connection.connection, connection.connection.execute("PRAGMA data_version").fetchone()[0]


async def watch_postgres() -> AsyncIterator[ChangedTopics]:
    """Yield also after reconnecting: commits may have been missed."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                **listen_parameters(), autocommit=True
            ) as listener:
                await listener.execute(f"LISTEN {CHANNEL}")
                yield None
                async for notices in notifications(listener):
                    yield {topic for notice in notices for topic in notice.payload.split()}
        except psycopg.OperationalError:
            await asyncio.sleep(RETRY)


def listen_parameters() -> dict[str, Any]:
    """A connection that is not pooled: between transactions, a pool gives it to others."""
    default = connections[DEFAULT_DB_ALIAS]
    direct = type(default)({**default.settings_dict, **settings.LISTEN_DATABASE})
    django_only = ("cursor_factory", "context")
    parameters = direct.get_connection_params().items()
    return {name: value for name, value in parameters if name not in django_only}


async def notifications(listener: "AsyncConnection[Any]") -> AsyncIterator[list["Notify"]]:
    while True:
        if notices := [notice async for notice in listener.notifies(timeout=QUIET, stop_after=1)]:
            yield notices
        else:
            await listener.execute("SELECT 1")  # raises if the connection is lost
