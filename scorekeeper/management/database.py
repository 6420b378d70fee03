"""One line of advice instead of a traceback when the database does not work."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.models import Group
from scorekeeper.operating.purge import purge
from scorekeeper.operating.versions import Mismatch, find_mismatch
from scorekeeper.sqlite import BUG, is_affected
from scorekeeper.web.database_failures import FULL, first_line, status_of
from scorekeeper.web.server.background import resume_interrupted

NOT_SET_UP = Mismatch.OLD_DATABASE.value
NO_GROUP = 0  # no row has this key
BUSY, NOT_A_DATABASE = (5, 6), (11, 26)  # SQLite's result codes

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def prepare_database(stderr: OutputWrapper) -> None:
    """Check that the database is migrated and writable, and tidy up: tasks that were interrupted,
    and all that was deleted long ago.
    """
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(NOT_SET_UP)
    if mismatch := find_mismatch():
        raise CommandError(mismatch.value)
    Group.objects.filter(pk=NO_GROUP).update(name="")  # fails if the database is not writable
    resume_interrupted()
    purge()
    if connection.vendor == "sqlite" and is_affected(sqlite3.sqlite_version_info):
        stderr.write(f"SQLite {sqlite3.sqlite_version} {BUG}")


@contextmanager
def explain_failures() -> Iterator[None]:
    """Turn failures of the database into a CommandError with advice."""
    try:
        yield
    except Error as error:
        if text := advice(error):
            raise CommandError(text) from error
        if mismatch := find_mismatch():  # a column is missing, for example
            raise CommandError(mismatch.value) from error
        raise


def advice(error: Error) -> str | None:
    if "no such table" in str(error) or getattr(error.__cause__, "sqlstate", None) == "42P01":
        return NOT_SET_UP
    if status_of(error) == FULL:
        return "The disk is full: make room, then start again"
    if connection.vendor == "sqlite":
        return advice_on_sqlite(error)
    if status_of(error) or connection.connection is None:  # psycopg does not know an option
        reason = first_line(error)
        return f"The database cannot be used ({reason}): is it running, and is DATABASE_URL right?"
    return None


def advice_on_sqlite(error: Error) -> str | None:
    file = connection.settings_dict["NAME"]
    code = getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF
    if code in NOT_A_DATABASE:
        return f"{file} is damaged, or not a database: restore a backup, then start again"
    if code in BUSY:
        return f"Another program is using {file}: close it, then start again"
    if status_of(error):
        return f"{file} cannot be written: let this user write it and its folder, then start again"
    return None


def make_private(stderr: OutputWrapper) -> None:
    """Take away the access of other users, and warn of what they can still read."""
    if not hasattr(os, "geteuid"):  # Windows
        return
    database = settings.VAR / "db.sqlite3"
    if connection.settings_dict["NAME"] == str(database):
        with suppress(OSError):  # a failure to open it is explained later
            os.close(os.open(database, os.O_CREAT, 0o600))
    for path in private_paths(settings.VAR):
        if not is_private(path):
            stderr.write(f"Other users of this machine may read {path}: make it private (chmod)")


def private_paths(folder: Path) -> Iterator[Path]:
    """SQLite gives new -wal and -shm files the permissions of the database."""
    names = ("secret_key", "db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm")
    return filter(os.path.exists, [folder, *(folder / name for name in names)])


def is_private(path: Path) -> bool:
    """Return whether only the owner has access. If we are the owner, remove the access of others.

    Folders for everyone's files, such as /tmp, stay as they are.
    """
    status = path.stat()
    if status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX:
        with suppress(OSError):
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    return not path.stat().st_mode & OTHERS  # some file systems ignore chmod
