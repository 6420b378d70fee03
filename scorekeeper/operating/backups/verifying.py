"""Verifies a backup: restores it into a scratch place, and recomputes every finished game there."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.crypto import constant_time_compare

from scorekeeper.operating.backups.age import note_verified
from scorekeeper.operating.backups.backup_file import KEY, Manifest, amount, decrypt, read_backup
from scorekeeper.operating.backups.scratch import scratch_folder
from scorekeeper.operating.backups.snapshots import load_postgresql
from scorekeeper.operating.environment import child_environment, text
from scorekeeper.web.database_failures import first_line

MOST_DIFFERENCES = 5  # differences that a message names


class OtherResults(CommandError):
    """The rules that are installed here give other results than those in the backup."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem + remedy)
        self.problem = problem


@dataclass(frozen=True)
class Verification:
    """A backup was restored, and its games recomputed. `not_installed` counts games by kind."""

    manifest: Manifest
    games: int
    not_installed: dict[str, int]
    is_ours: bool

    def note(self) -> None:
        """Have the site remember it, unless it is a backup of another site."""
        if self.is_ours:
            note_verified(self.manifest.taken_at)


def verify_backup(file: Path, identity: str = "", scratch_url: str = "") -> Verification:
    """Raise a CommandError unless this backup can be restored, with all rows and results.

    `scratch_url` is an empty database of PostgreSQL; without it one is created for a moment.
    """
    with scratch_folder() as folder:
        manifest = read_backup(decrypt(file, identity, folder), folder)
        key = (folder / KEY).read_text().strip()
        refuse_newer(manifest)
        with scratch_database(manifest, folder, scratch_url) as url:
            report = run_examination(folder, url, key)
    check_report(report, manifest)
    is_ours = constant_time_compare(key, settings.SECRET_KEY)
    return Verification(manifest, report["games"], report["not_installed"], is_ours)


def refuse_newer(manifest: Manifest) -> None:
    """Refuse a backup of a release with migrations that this one does not have."""
    migrations = MigrationLoader(None).disk_migrations or {}
    for app, name in manifest.migrations.items():
        if (app, name) not in migrations and any(other == app for other, _name in migrations):
            raise CommandError(
                f"The backup is of a newer release (its database has the migration {name} of {app})"
                ": install that release, or a newer one"
            )


@contextmanager
def scratch_database(manifest: Manifest, folder: Path, scratch_url: str) -> Iterator[str]:
    """Restore into a database that is removed afterwards. Yields its DATABASE_URL."""
    file = folder / manifest.database_file
    if manifest.database == "sqlite":
        shutil.move(file, folder / "db.sqlite3")
        yield f"sqlite:///{folder / 'db.sqlite3'}"
    else:
        with empty_database(scratch_url) if scratch_url else new_database() as url:
            load_postgresql(file, dict(dj_database_url.parse(url)))
            yield url


@contextmanager
def new_database() -> Iterator[str]:
    if connection.vendor != "postgresql":
        raise CommandError(
            "This is a backup of PostgreSQL: name an empty database by --scratch postgres://…"
        )
    name = f"scorekeeper_verify_{secrets.token_hex(4)}"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    except Error as error:
        reason = first_line(error)
        raise CommandError(
            f"A database to restore into cannot be created ({reason}): let the user do it (ALTER "
            "ROLE … CREATEDB), or name an empty one by --scratch postgres://…"
        ) from error
    try:
        yield urlunsplit(urlsplit(text("DATABASE_URL"))._replace(path=f"/{name}"))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def empty_database(url: str) -> Iterator[str]:
    """Leave it as empty as it was."""
    import psycopg

    if not url.startswith(("postgres://", "postgresql://")):
        raise CommandError("--scratch needs the URL of a database of PostgreSQL: postgres://…")
    try:
        connected = psycopg.connect(url, autocommit=True)
    except psycopg.Error as error:
        reason = first_line(error)
        raise CommandError(f"The database that --scratch names cannot be used ({reason})") from None
    with connected as database:
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"
        if database.execute(tables).fetchall():
            raise CommandError("The database that --scratch names has tables: name an empty one")
        try:
            yield url
        finally:
            for (name,) in database.execute(tables).fetchall():
                database.execute(f'DROP TABLE IF EXISTS "{name}" CASCADE'.encode())


def run_examination(folder: Path, url: str, key: str) -> dict[str, Any]:
    """Run examination.py on a restored database: settings are of a whole process."""
    environment = child_environment(
        SCOREKEEPER_VAR=str(folder),
        DATABASE_URL=url,
        SECRET_KEY=key,
        LISTEN_DATABASE_URL="",  # this and Valkey belong to the database of the running site
        VALKEY_URL="",
    )
    command = [sys.executable, "-m", "scorekeeper.operating.backups.examination"]
    process = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True
    )
    if process.returncode:
        lines = process.stderr.strip().splitlines() or [f"exit code {process.returncode}"]
        raise CommandError(f"The backup cannot be restored: {lines[-1]}")
    report: dict[str, Any] = json.loads(process.stdout)
    return report


def check_report(report: dict[str, Any], manifest: Manifest) -> None:
    faults = list(report["damage"])
    for table in sorted(manifest.counts.keys() | report["counts"].keys()):
        expected, actual = manifest.counts.get(table), report["counts"].get(table)
        if expected != actual:
            faults.append(f"{table} has {actual} rows instead of {expected}")
    if faults:
        raise CommandError(f"The backup does not match what was saved: {summarize(faults)}")
    if differences := report["differences"]:
        raise OtherResults(
            f"The results of {amount(len(differences), 'finished game')} are not those that the "
            f"rules give: {summarize(differences)}. ",
            "If the rules have changed since, run manage.py recount, and take another backup",
        )


def summarize(texts: list[str]) -> str:
    more = len(texts) - MOST_DIFFERENCES
    return "; ".join(texts[:MOST_DIFFERENCES]) + (f"; and {more} more" if more > 0 else "")
