"""Tells whether the code and the database belong to the same version.

They do not after an update without `make setup`, or when an earlier version runs on a database that
a later one has changed.
"""

from enum import Enum
from pathlib import Path

from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder

APP = "scorekeeper"
# Read when this process starts: later the files may be those of another version.
MIGRATIONS = frozenset(
    file.stem for file in (Path(__file__).parents[1] / "migrations").glob("[0-9]*.py")
)


class Mismatch(Enum):
    """Says in one line, for the log, what is wrong and what to do."""

    OLD_DATABASE = "The database is not set up for this version: run make setup"
    NEW_DATABASE = (
        "The database was set up by a later version: run that one,"
        " or restore the backup from before the update"
    )


def find_mismatch() -> Mismatch | None:
    """Compare the migrations of this code with those that the database has. One query."""
    migrations = MigrationRecorder(connection).migration_qs.filter(app=APP)
    try:
        names = set(migrations.values_list("name", flat=True))
    except Error:  # it has no table of migrations, or does not answer
        return None
    if MIGRATIONS - names:
        return Mismatch.OLD_DATABASE
    return Mismatch.NEW_DATABASE if names - MIGRATIONS else None
