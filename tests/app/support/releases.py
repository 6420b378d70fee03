"""Databases as releases left them: see tests/releases/."""

import gzip
import json
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from sqlite3 import connect

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tests.app.support.factories import is_postgres

FOLDER = Path(__file__).parents[2] / "releases"
RELEASES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))
# The first one has all migrations before it. The data of the others differs where it is stored.
ENDS = [RELEASES[0], RELEASES[-1]]
OURS = "scorekeeper"


@cache
def recorded(release):
    return json.loads(gzip.decompress((FOLDER / f"{release}.json.gz").read_bytes()))


def migrate(name=None):
    """Migrate our app to this migration, or to the last."""
    executor = MigrationExecutor(connection)
    leaves = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] == OURS]
    executor.migrate([(OURS, name)] if name else leaves)


@contextmanager
def database_of(release, settings):
    """The database as the release left it, which has the key of its site. Afterwards it is empty,
    and as it is today.
    """
    fixture = {"name": release} | recorded(release)
    settings.SECRET_KEY = fixture["secret_key"]
    with keys_going_on():
        go_to(fixture["migration"])
        try:
            load(fixture["tables"])
            yield fixture
        finally:
            go_to(None)


@contextmanager
def keys_going_on():
    """Let no later row get the key of an earlier one, by which pages are kept."""
    if is_postgres():  # whose sequences go on
        yield
        return
    with connection.cursor() as cursor:
        before = cursor.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
        yield
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence VALUES (%s, %s + 1000)", before)


def go_to(migration):
    """Migrate the empty database to this migration, or to the last."""
    if is_postgres():
        migrate(migration)
    else:
        connection.ensure_connection()
        empty_databases()[migration].backup(connection.connection)


@cache
def empty_databases():
    """Copies of the database, which is empty, by the migration that came last, and as it is today
    (None). They are made on one way back: each way there takes seconds.
    """
    copies = {None: copied()}

    def keep(action, migration=None, fake=False):
        if action == "unapply_start":
            copies[migration.name] = copied()

    first = "0001_the_first_tables"
    MigrationExecutor(connection, keep).migrate([(OURS, first)])
    return copies | {first: copied()}


def copied():
    copy = connection.Database.connect(":memory:", check_same_thread=False)
    connection.connection.backup(copy)
    return copy


def write_empty_database(folder):
    """Write the file of a site there, so that `migrate` has nothing to do, which takes a second."""
    if not is_postgres():
        source = connect(connection.settings_dict["NAME"])  # need not wait for the test’s
        with closing(source), closing(connect(folder / "db.sqlite3")) as file:
            source.backup(file)


def load(tables):
    with transaction.atomic(), connection.cursor() as cursor:
        for table, held in tables.items():
            columns, places = ", ".join(held["columns"]), ", ".join(["%s"] * len(held["columns"]))
            # The names are from our own fixture.
            sql = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
            cursor.executemany(sql, held["rows"])
        deleted = "UPDATE scorekeeper_gamesession SET deleted_at = %s WHERE deleted_at IS NOT NULL"
        cursor.execute(deleted, [timezone.now()])  # recently enough to be restored
