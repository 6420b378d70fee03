"""Shares what every worker needs and takes seconds to make: one makes it, the others copy it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

from django.conf import settings
from django.db import connection

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
MIGRATED = "migrated.sqlite3"
TEMPLATE = "template"  # holds the name of a database of PostgreSQL, which ends with its server


@contextmanager
def shared(name: str) -> Iterator[Path]:
    """Where it is, or is to be made. While one worker is in this block, the others wait for it."""
    place: Path = settings.VAR / f"{RUN}-{name}"
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield place


def database_file() -> Path | None:
    """The database of this worker, if it is a file."""
    name = connection.settings_dict["TEST"]["NAME"]
    return Path(name) if connection.vendor == "sqlite" else None


def copy_database(source: Path, to: Path) -> None:
    """Also what SQLite has not moved from its log to the file yet."""
    with closing(sqlite3.connect(source)) as opened, closing(sqlite3.connect(to)) as copy:
        opened.backup(copy)
