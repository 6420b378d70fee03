"""Makes the data folder private to its owner: it holds the key, names and notes.

A database elsewhere (DATABASE_URL) keeps the permissions that its folder's owner chose.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import OutputWrapper
from django.db import connection

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private(stderr: OutputWrapper) -> None:
    """Take away the access of other users, and warn of what they can still read."""
    if not hasattr(os, "geteuid"):  # Windows
        return
    database = settings.VAR / "db.sqlite3"
    if connection.settings_dict["NAME"] == str(database):
        with suppress(OSError):  # a failure to open it is explained later
            os.close(os.open(database, os.O_CREAT, 0o600))
    for path in paths(settings.VAR):
        if not is_private(path):
            stderr.write(f"Other users of this machine may read {path}: make it private (chmod)")


def paths(folder: Path) -> Iterator[Path]:
    """SQLite gives new -wal and -shm files the permissions of the database."""
    names = "", "secret_key", "db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"
    return (path for name in names if (path := folder / name).exists())


def is_private(path: Path) -> bool:
    """Return whether only the owner has access. If we are the owner, remove the access of others.

    Folders for everyone's files, such as /tmp, stay as they are.
    """
    status = path.stat()
    if status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX:
        with suppress(OSError):
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    return not path.stat().st_mode & OTHERS  # some file systems ignore chmod
