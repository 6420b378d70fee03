"""Measures how long open pages wait for a change: from its save to its event.

A change is timed only if the page is open in the process that saved it. A server with several
processes therefore times a sample, and never compares the clocks of two machines.
"""

from collections import deque
from time import monotonic

from scorekeeper.operating import metrics

changes: deque[tuple[int, int, float]] = deque(maxlen=1_000)
"""The newest changes: the game, its version, and when it was saved, just before its commit."""


def note_event(game: int, version: int, last: int) -> None:
    """Time the change that open pages are told of now; `last` is what they were told before."""
    for pk, number, at in reversed(list(changes)):
        if pk == game and last < number <= version:
            metrics.live_seconds.observe(monotonic() - at)
            return
