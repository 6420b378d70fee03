"""Noticing that some process committed a change: there is no broker, the database itself tells."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from django.db import connection

from scorekeeper.models.notify import CHANGED

EVERY = 0.04  # seconds between two looks at an SQLite file
QUIET = 30  # seconds after which PostgreSQL, if it said nothing, is asked whether it is still there
AGAIN = 1  # seconds until a lost connection is tried again

Ask = Callable[..., Awaitable[Any]]


def commits(ask: Ask) -> AsyncIterator[None]:
    """Yields at the start, and whenever there was a commit since: one for many, if they came together."""
    return of_postgres() if connection.vendor == "postgresql" else of_sqlite(ask)


async def of_sqlite(ask: Ask) -> AsyncIterator[None]:
    """SQLite counts the commits of all others: asking for the number reads a few bytes of shared memory."""
    seen = None
    while True:
        if (now := await ask(data_version)) != seen:
            seen = now
            yield
        await asyncio.sleep(EVERY)


def data_version() -> tuple[object, int]:
    """Every connection counts from the same number, so one that was made anew may have missed a commit."""
    connection.ensure_connection()
    return connection.connection, connection.connection.execute("PRAGMA data_version").fetchone()[0]


async def of_postgres() -> AsyncIterator[None]:
    """After the connection was lost whatever was missed is looked for, which the first yield asks for."""
    import psycopg

    parameters = connection.get_connection_params()
    known = {
        name: value
        for name, value in parameters.items()
        if name not in ("cursor_factory", "context")
    }
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**known, autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANGED}")
                yield
                async for _ in notices(listening):
                    yield
        except psycopg.OperationalError:
            await asyncio.sleep(AGAIN)


async def notices(listening: Any) -> AsyncIterator[None]:
    while True:
        if [notice async for notice in listening.notifies(timeout=QUIET, stop_after=1)]:
            yield
        else:
            await listening.execute("SELECT 1")
