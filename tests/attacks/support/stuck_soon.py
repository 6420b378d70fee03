"""Add pages that take too long, and let the supervisor replace a stuck process sooner.

The supervisor reads no settings, so a changed copy of it runs. It waits four seconds, not fewer,
because a busy machine may hold up a process that is not stuck.
"""

from pathlib import Path

from scorekeeper.settings import VAR
from scorekeeper.web.server import supervisor
from tests.attacks.support.stuck import *  # noqa: F403

OURS, SOON = "\nSILENCE = 10 ", "\nSILENCE = 4 "

copy = Path(VAR, "supervisor.py")
if not copy.exists():  # the processes that it starts read these settings, too
    text = Path(supervisor.__file__).read_text()
    assert text.count(OURS) == 1
    copy.write_text(text.replace(OURS, SOON))
supervisor.__file__ = str(copy)
