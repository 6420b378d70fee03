"""Simultaneous calls."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


def together(*calls: Callable[[], T], apart: Sequence[float] = ()) -> list[T]:
    """Return the results. `apart` are the seconds by which each call is delayed."""
    ready = Barrier(len(calls))

    def call(number: int) -> T:
        ready.wait()
        if apart:
            time.sleep(apart[number])
        return calls[number]()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, range(len(calls))))
