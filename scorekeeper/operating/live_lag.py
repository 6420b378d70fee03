"""Measures how long open pages wait for a change: from its commit to its event.

A change is timed in the process that committed it, if the page is open there, too. With several
processes that is a part of all changes, and no clock is compared with that of another machine.
"""

import time
from collections import OrderedDict

from scorekeeper.operating import metrics

MOST = 1_000  # games

commits: OrderedDict[int, tuple[int, float]] = OrderedDict()
"""The version of each game that was committed last, and when."""


def note_commit(game: int, version: int) -> None:
    commits[game] = version, time.monotonic()
    commits.move_to_end(game)
    while len(commits) > MOST:
        commits.popitem(last=False)


def note_event(game: int, version: int, last: int) -> None:
    """Time the change that open pages are told of now; `last` is what they were told before."""
    if game in commits and last < commits[game][0] <= version:
        metrics.live_seconds.observe(time.monotonic() - commits.pop(game)[1])
