"""A private folder for the copies that backups and restores make meanwhile."""

import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

PREFIX = "backup-in-work-"
DRAFT = ".scorekeeper-", ".part"  # begin and end the names of files that are being written
ABANDONED = timedelta(days=1)
"""The age from which on no program works in such a folder or file any more: it was killed."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Create one beside the data, whose disk has room for it. Removes abandoned ones."""
    for old in abandoned(settings.VAR, f"{PREFIX}*"):
        shutil.rmtree(old, ignore_errors=True)
    remove_drafts(settings.VAR)
    with (
        removed_when_stopped(),
        tempfile.TemporaryDirectory(dir=settings.VAR, prefix=PREFIX) as name,
    ):
        yield Path(name)


def remove_drafts(folder: Path) -> None:
    """Remove files of killed programs; one that another user's program left may have to stay."""
    for old in abandoned(folder, "*".join(DRAFT)):
        with suppress(OSError):
            old.unlink()


def abandoned(folder: Path, pattern: str) -> Iterator[Path]:
    for path in folder.glob(pattern):
        with suppress(FileNotFoundError):  # its program has just removed it
            if timezone.now().timestamp() - path.stat().st_mtime > ABANDONED.total_seconds():
                yield path


@contextmanager
def removed_when_stopped() -> Iterator[None]:
    """Raise SystemExit in a command that is told to stop, so that it removes what it made."""
    former = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)
