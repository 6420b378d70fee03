"""Finds what keeps this process from serving pages, and what is as urgent: a backup that is due.

The answer is a second old at most, comes within two seconds, and takes no thread from pages.
The reasons are for the operator, and name nothing that a stranger could use.
"""

import asyncio
import logging
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.management.database import NOT_SET_UP, advice
from scorekeeper.operating.backups.age import backup_is_too_old

FRESH = 1.0  # seconds for which an answer is given again
PATIENCE = 2.0  # seconds for the database to answer
LEAST_FREE = 100 * 2**20  # bytes on the disk

NO_ANSWER = "The database does not answer"
DISK_FULL = "The disk is almost full"
NO_FOLDER = "The data folder cannot be read"
NO_BACKUP = "The newest verified backup is too old"

log = logging.getLogger(__name__)


class Readiness:
    """Finds problems in a thread of its own, once for all who ask meanwhile."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "health")
        self.problems: list[str] = []
        self.checked_at = -FRESH
        self.check: asyncio.Future[list[str]] | None = None

    async def find(self) -> list[str]:
        """Return what keeps this process from serving pages."""
        if time.monotonic() - self.checked_at < FRESH:
            return self.problems
        if not self.check or self.check.done():
            loop = asyncio.get_running_loop()
            self.check = loop.run_in_executor(self.thread, find_problems)
        try:
            self.note(await asyncio.wait_for(asyncio.shield(self.check), PATIENCE))
        except TimeoutError:
            self.note([NO_ANSWER])
        return self.problems

    def note(self, problems: list[str]) -> None:
        """Keep the answer. The log says when it changes."""
        if problems and problems != self.problems:
            log.warning("Not ready: %s", "; ".join(problems))
        elif problems != self.problems:
            log.warning("Ready")
        self.problems, self.checked_at = problems, time.monotonic()


def find_problems() -> list[str]:
    backup_problems = [NO_BACKUP] if backup_is_too_old() else []
    return [*database_problems(), *disk_problems(), *backup_problems]


def database_problems() -> Iterator[str]:
    try:
        recorder = MigrationRecorder(connection)
        migrations = set(recorder.migration_qs.values_list("app", "name"))
    except Error as error:
        yield NOT_SET_UP if advice(error) == NOT_SET_UP else NO_ANSWER
    else:
        if newest_migrations() - migrations:
            yield NOT_SET_UP
    finally:
        connection.close()  # the next look opens its own, and finds out if the database changed


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as the code of this process has them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def disk_problems() -> Iterator[str]:
    folders = {settings.VAR}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    try:
        if min(shutil.disk_usage(folder).free for folder in folders) < LEAST_FREE:
            yield DISK_FULL
    except OSError:
        yield NO_FOLDER
