"""The database of a server: an SQLite file, or a database in the cluster of tests/postgres.py."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

Rows = list[tuple[Any, ...]]
TABLES = ("group", "player", "member", "link", "gamesession", "seat", "revision", "season")
COUNT = "SELECT count(*) FROM scorekeeper_revision WHERE "


class Database(Protocol):
    url: str

    def rows(self, query: str) -> Rows: ...

    def change(self, query: str) -> None: ...

    def copy(self, folder: Path) -> "Database": ...

    def drop(self) -> None: ...


class SQLite:
    url = ""  # the default of the site

    def __init__(self, folder: Path) -> None:
        self.file = folder / "db.sqlite3"

    def rows(self, query: str) -> Rows:
        with closing(sqlite3.connect(self.file, timeout=30)) as connection:
            return connection.execute(query).fetchall()

    def change(self, query: str) -> None:
        with closing(sqlite3.connect(self.file, timeout=30)) as connection, connection:
            connection.execute(query)

    def copy(self, folder: Path) -> "SQLite":
        """No server may be using the original."""
        shutil.copy(self.file, folder)
        return SQLite(folder)

    def drop(self) -> None:
        """It is deleted with its folder."""


class PostgreSQL:
    def __init__(self, url: str) -> None:
        self.url = url
        self.cluster, _, self.name = url.rpartition("/")

    @classmethod
    def create(cls, any_url: str, template: str = "template0") -> "PostgreSQL":
        """Create a database in the cluster of this URL."""
        database = cls(f"{any_url.rpartition('/')[0]}/attacks_{uuid4().hex}")
        database.command(f"CREATE DATABASE {database.name} TEMPLATE {template}")
        return database

    def rows(self, query: str) -> Rows:
        import psycopg

        with closing(psycopg.connect(self.url, autocommit=True)) as connection:
            return connection.execute(query).fetchall()

    def change(self, query: str) -> None:
        import psycopg

        with closing(psycopg.connect(self.url, autocommit=True)) as connection:
            connection.execute(query)

    def command(self, command: str) -> None:
        import psycopg

        with closing(psycopg.connect(f"{self.cluster}/postgres", autocommit=True)) as connection:
            connection.execute(command)

    def copy(self, folder: Path) -> "PostgreSQL":
        return PostgreSQL.create(self.url, template=self.name)

    def drop(self) -> None:
        self.command(f"DROP DATABASE {self.name} WITH (FORCE)")


def fresh_database(folder: Path, url: str | None = None, template: str = "template0") -> Database:
    """An empty database of the kind that the tests use. PostgreSQL can copy a template."""
    url = os.environ.get("DATABASE_URL", "") if url is None else url
    return PostgreSQL.create(url, template) if url.startswith("postgres") else SQLite(folder)


def revisions(database: Database, where: str) -> int:
    """Count the revisions that match this condition."""
    return int(database.rows(COUNT + where)[0][0])


def snapshot(database: Database) -> dict[str, list[str]]:
    """All rows that a request could have changed."""
    return {
        table: sorted(map(repr, database.rows(f"SELECT * FROM scorekeeper_{table}")))  # noqa: S608
        for table in TABLES
    }
