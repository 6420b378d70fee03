"""Copies of the database while the site is in use, and databases made of them.

A copy is one moment: what was saved before it began is in it, whatever is saved meanwhile.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection, connections, transaction
from django.db.backends.postgresql.client import DatabaseClient

from scorekeeper.operating.backups.backup_file import (
    DATABASES,
    amount,
    new_file,
    run_program,
    write_atomically,
)
from scorekeeper.operating.environment import child_environment

Query = Callable[[str], list[tuple[Any, ...]]]
SIDE_FILES = "-wal", "-shm", "-journal"
OURS = "scorekeeper_", "django_", "_litestream"  # begin the names of all tables of the site

VERSIONS = (
    ("scorekeeper_group", "version"),
    ("scorekeeper_group", "people_version"),
    ("scorekeeper_gamesession", "version"),
)
"""Tables and columns; early releases had fewer."""
LOST_VERSIONS = 2**16
"""More changes than a game can have had between a backup and its restore."""
RAISE_VERSIONS = f"""
RESET search_path;
SELECT format('UPDATE %I SET %I = %I + {LOST_VERSIONS}', table_name, column_name, column_name)
FROM information_schema.columns
WHERE table_schema = ANY (current_schemas(false)) AND (table_name, column_name) IN {VERSIONS}
\\gexec
"""  # noqa: S608 - our own names


def snapshot(folder: Path) -> AbstractContextManager[Query]:
    """Copy the database to a file in this folder. Yields how to query what was copied."""
    file = folder / DATABASES[connection.vendor]
    return sqlite_snapshot(file) if connection.vendor == "sqlite" else postgresql_snapshot(file)


@contextmanager
def sqlite_snapshot(file: Path) -> Iterator[Query]:
    """In one step of SQLite's online backup: writers go on, and it never begins anew."""
    connection.ensure_connection()
    new_file(file).close()
    with closing(sqlite3.connect(file)) as copy:
        try:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal and -shm beside it
        except sqlite3.Error as error:
            raise CommandError(f"{place()} cannot be copied to {file}: {error}") from error
        yield lambda sql: copy.execute(sql).fetchall()


@contextmanager
def postgresql_snapshot(file: Path) -> Iterator[Query]:
    """One transaction counts exactly what pg_dump sees."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
        arguments, environment = connection_arguments(connection.settings_dict)
        options = "--format=custom", "--compress=0", "--no-owner", "--no-privileges"
        output = f"--file={file}", f"--snapshot={name}"
        run_program("pg_dump", *options, *output, *arguments, env=environment)

        def query(sql: str) -> list[tuple[Any, ...]]:
            cursor.execute(sql)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

        yield query


def connection_arguments(database: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments and the environment with which a client of PostgreSQL connects."""
    arguments, changes = DatabaseClient.settings_to_cmd_args_env({"OPTIONS": {}, **database}, [])
    *where, name = arguments[1:]
    return [*where, f"--dbname={name}"], child_environment(**(changes or {}))


def table_names(query: Query, vendor: str) -> list[str]:
    source = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas("
        "false))",
    }
    return sorted(name for (name,) in query(source[vendor]))


def row_counts(query: Query, vendor: str) -> dict[str, int]:
    names = table_names(query, vendor)
    # The names are those of our own tables.
    return {name: query(f'SELECT count(*) FROM "{name}"')[0][0] for name in names}  # noqa: S608


def query_database(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall() if cursor.description else []


def number_of_groups() -> int:
    """0 for a database that was not set up yet."""
    if "scorekeeper_group" not in table_names(query_database, connection.vendor):
        return 0
    count: int = query_database("SELECT count(*) FROM scorekeeper_group")[0][0]
    return count


def refuse_unless_empty() -> None:
    """Raise an error if the database has groups, or tables of something else."""
    names = table_names(query_database, connection.vendor)
    if not names:
        return
    if "scorekeeper_group" not in names or not all(name.startswith(OURS) for name in names):
        raise CommandError(f"{place()} has tables of another program: {advice()}")
    if groups := number_of_groups():
        raise CommandError(f"{place()} is in use, with {amount(groups, 'group')}: {advice()}")


def place() -> str:
    name = connection.settings_dict["NAME"]
    return str(name) if connection.vendor == "sqlite" else f"The database {name}"


def advice() -> str:
    if connection.vendor == "sqlite":
        return "stop the server, move db.sqlite3, db.sqlite3-wal and -shm away, and try again"
    return "stop the server, create an empty database, and name it in DATABASE_URL"


def load(file: Path) -> None:
    """Make this copy the database of the site, which must be empty: see above.

    From its first moment, even if the restore is killed, its versions exceed all that a page got
    after the backup. Otherwise a browser could take a page of a round that was lost for that of
    another round.
    """
    if connection.vendor == "sqlite":
        load_sqlite(file, Path(connection.settings_dict["NAME"]))
    else:
        drop(table_names(query_database, connection.vendor))
        load_postgresql(file, connection.settings_dict)


def load_sqlite(file: Path, target: Path) -> None:
    """SQLite would apply the changes in the old -wal file to the new database."""
    raise_versions(file)
    connections.close_all()
    for side in SIDE_FILES:
        target.with_name(target.name + side).unlink(missing_ok=True)
    with file.open("rb") as copy:
        write_atomically(copy, target)


def raise_versions(file: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as copy, copy:
            for table, column in VERSIONS:
                if column in (row[1] for row in copy.execute(f"PRAGMA table_info({table})")):
                    # The names are our own.
                    sql = f"UPDATE {table} SET {column} = {column} + {LOST_VERSIONS}"  # noqa: S608
                    copy.execute(sql)
    except sqlite3.Error as error:
        raise CommandError(f"{file} cannot be changed: {error}") from error


def load_postgresql(file: Path, database: dict[str, Any]) -> None:
    """All or nothing: one script restores all and raises the versions."""
    script = file.with_suffix(".sql")
    run_program("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
    with script.open("a") as sql:
        sql.write(RAISE_VERSIONS)
    arguments, environment = connection_arguments(database)
    options = "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"
    run_program("psql", *options, f"--file={script}", *arguments, env=environment)


def drop(tables: Collection[str]) -> None:
    with connection.cursor() as cursor:
        for name in tables:
            cursor.execute(f'DROP TABLE IF EXISTS "{name}" CASCADE')
