"""Run actions concurrently, each in a thread with its own database connection."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection, connections

from tests.support.waiting import PATIENCE

Answer = TypeVar("Answer")


def at_once(*actions: Callable[[], Answer]) -> list[Answer]:
    """Return their results in order; raise what any of them raised."""
    barrier = Barrier(len(actions))

    def act(action: Callable[[], Answer]) -> Answer:
        try:
            barrier.wait(timeout=PATIENCE)
            return action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as threads:
        return [acting.result() for acting in [threads.submit(act, action) for action in actions]]


@contextmanager
def held_by_another(table: str, pk: int) -> Iterator[None]:
    """Hold a row lock from another connection; on SQLite that locks the whole database."""
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE" if other.vendor == "sqlite" else "BEGIN")
        cursor.execute(f"UPDATE {table} SET id = id WHERE id = %s", [pk])  # noqa: S608
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
            other.close()


def run_loop(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Run it in a thread of its own: the browser tests leave an event loop running in theirs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
