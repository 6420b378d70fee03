"""Detects commits of other processes by means of the database, without a message broker."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from django.db import connection

from scorekeeper.models.notify import CHANGED

if TYPE_CHECKING:
    from psycopg import AsyncConnection

POLL = 0.04  # seconds between two checks of an SQLite file
QUIET = 30  # seconds without a notification after which the connection to PostgreSQL is checked
RETRY = 1  # seconds until a lost connection is opened again

DataVersion = tuple[object, int]
"""An SQLite connection, and the number of commits it has seen."""

Ask = Callable[[Callable[[], DataVersion]], Awaitable[DataVersion]]
"""Runs a query in the thread that has the database connection: see Hub.ask."""


def watch_commits(ask: Ask) -> AsyncIterator[None]:
    """Yield once at the start, then after commits; several at once may yield once."""
    return watch_postgres() if connection.vendor == "postgresql" else watch_sqlite(ask)


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


async def watch_postgres() -> AsyncIterator[None]:
    """Yield also after reconnecting: commits may have been missed."""
    import psycopg

    django_only = ("cursor_factory", "context")
    parameters = {
        name: value
        for name, value in connection.get_connection_params().items()
        if name not in django_only
    }
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                **parameters, autocommit=True
            ) as listener:
                await listener.execute(f"LISTEN {CHANGED}")
                yield
                async for _ in notifications(listener):
                    yield
        except psycopg.OperationalError:
            await asyncio.sleep(RETRY)


async def notifications(listener: "AsyncConnection[Any]") -> AsyncIterator[None]:
    while True:
        if [notice async for notice in listener.notifies(timeout=QUIET, stop_after=1)]:
            yield
        else:
            await listener.execute("SELECT 1")  # raises if the connection is lost
