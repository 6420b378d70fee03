"""Several people do something at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection

from tests.support.waiting import PATIENCE


@contextmanager
def together(count):
    """Run functions concurrently, each in a thread with its own connection."""
    barrier = Barrier(count)

    def begin(act, number):
        barrier.wait(timeout=PATIENCE)
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        yield lambda act: list(pool.map(lambda number: begin(act, number), range(count)))
