"""Messages about a broken database: one line that says what to do."""

import os
import subprocess
import sys
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.core.management.base import OutputWrapper
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.management import database
from tests.app.support.factories import is_postgres

NOT_OURS = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
SITE = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
ROOT = Path(__file__).parents[2]
with_real_transactions = pytest.mark.django_db(transaction=True)


def prepared():
    out = StringIO()
    with database.explain_failures():
        database.prepare_database(OutputWrapper(out))
    return out.getvalue()


@pytest.mark.django_db
def test_a_working_database_prints_nothing():
    assert prepared() == ""


@pytest.mark.django_db
def test_a_database_of_an_earlier_version_asks_to_be_migrated():
    MigrationRecorder.Migration.objects.filter(app="scorekeeper").delete()
    with pytest.raises(CommandError, match="run make setup"):
        prepared()


@pytest.mark.django_db
def test_an_sqlite_version_that_may_damage_the_database_is_reported(monkeypatch):
    monkeypatch.setattr(database, "is_affected", lambda version: True)
    said = prepared()
    assert said.count("\n") == (0 if is_postgres() else 1)
    assert is_postgres() or "docs/serving.md" in said


@contextmanager
def opened_to_read():
    """Open it as a file that this user cannot write."""
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = f"file:{name}?mode=ro"
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@with_real_transactions
def test_a_read_only_database_is_reported():
    if is_postgres():
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = on")
        try:
            with pytest.raises(CommandError, match=r"cannot be used .*read-only"):
                prepared()
        finally:
            connection.close()
        return
    with opened_to_read(), pytest.raises(CommandError, match="cannot be written: let this user"):
        prepared()


@with_real_transactions
def test_a_locked_database_is_reported():
    if is_postgres():
        return  # PostgreSQL has no lock on everything
    other = connection.copy()
    with other.cursor() as cursor, connection.cursor() as own:
        cursor.execute("BEGIN IMMEDIATE")
        own.execute("PRAGMA busy_timeout = 100")
        with pytest.raises(CommandError, match=r"Another program is using .*: close it"):
            prepared()
    other.close()
    connection.close()


def run(command, var, **environment):
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", command],
        env=SITE | {"SCOREKEEPER_VAR": str(var), "PORT": "0"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def damaged(var):
    (var / "db.sqlite3").write_text("no database at all, but a text of some length" * 99)
    return {}


def unreachable(var):
    return {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}


@pytest.mark.parametrize("command", ["serve", "migrate"])
@pytest.mark.parametrize(
    ("broken", "advice"),
    [(damaged, "restore a backup"), (unreachable, "is DATABASE_URL right?")],
)
def test_a_broken_database_is_reported_on_one_line(tmp_path, command, broken, advice):
    said = run(command, tmp_path, **broken(tmp_path))
    assert said.returncode == 1
    assert advice in said.stderr
    assert said.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "link", "purge", "recount"])
def test_a_database_that_was_never_set_up_is_reported_on_one_line(tmp_path, command):
    said = run(command, tmp_path)
    assert (said.returncode, said.stderr) == (1, f"CommandError: {database.NOT_SET_UP}\n")
