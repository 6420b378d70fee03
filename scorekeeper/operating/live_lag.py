"""Measures how long open pages wait for a change: from its save to its event.

A change is timed in the process that saved it, if the page is open there, too. With several
processes that is a part of all changes, and no clock is compared with that of another machine.
"""

from collections import deque
from time import monotonic

from scorekeeper.operating import metrics

changes: deque[tuple[int, int, float]] = deque(maxlen=1_000)
"""The newest changes: the game, its version, and when it was saved, just before its commit."""


def note_event(game: int, version: int, last: int) -> None:
    """Time the change that open pages are told of now; `last` is what they were told before."""
    for changed, saved, at in reversed(list(changes)):
        if changed == game and last < saved <= version:
            metrics.live_seconds.observe(monotonic() - at)
            return
