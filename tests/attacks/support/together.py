"""Several things at the same moment."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


def together(*calls: Callable[[], T], apart: Sequence[float] = ()) -> list[T]:
    """What each gives; `apart` are the seconds that each waits after the first could begin."""
    ready = Barrier(len(calls))

    def call(number: int) -> T:
        ready.wait()
        if apart:
            time.sleep(apart[number])
        return calls[number]()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, range(len(calls))))
