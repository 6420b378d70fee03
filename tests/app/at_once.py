"""Several things at the same moment, each in a thread with a database connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

Answer = TypeVar("Answer")


def at_once(*actions: Callable[[], Answer]) -> list[Answer]:
    """What they gave, in order; raises what one of them raised."""
    barrier = Barrier(len(actions))

    def act(action: Callable[[], Answer]) -> Answer:
        try:
            barrier.wait(timeout=10)
            return action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as threads:
        return [acting.result() for acting in [threads.submit(act, action) for action in actions]]
