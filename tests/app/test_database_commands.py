"""Messages about a broken database: one line that says what to do."""

import os
import subprocess
import sys
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from scorekeeper.management import database
from scorekeeper.management.database import make_private
from scorekeeper.web.server import background
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


def test_a_working_database_prints_nothing():
    assert prepared() == ""


def test_a_server_that_starts_goes_on_with_the_tasks_of_its_own_machine_only(monkeypatch):
    monkeypatch.setattr(background, "MACHINE", "app")
    ours, others = "app-0123456789abcdef", "app-2-0123456789abcdef"
    for names in ([ours], [others, ours], [others], [ours, others]):
        DBTaskResult.objects.create(
            task_path="scorekeeper.webhooks.tasks.deliver",
            args_kwargs={"args": [], "kwargs": {}},
            status="RUNNING",
            worker_ids=names,
            backend_name="default",
            run_after=timezone.now(),
            started_at=timezone.now(),
        )
    prepared()
    for task in DBTaskResult.objects.all():
        assert (task.status == "READY") == (task.worker_ids[-1] == ours), task.worker_ids


def test_a_database_that_lacks_a_migration_of_another_app_asks_to_be_migrated():
    MigrationRecorder.Migration.objects.filter(app="django_tasks_database").delete()
    with pytest.raises(CommandError, match="run make setup"):
        prepared()


def test_an_sqlite_version_that_may_damage_the_database_is_reported(monkeypatch):
    monkeypatch.setattr(database, "is_affected", lambda version: True)
    said = prepared()
    assert said.count("\n") == (0 if is_postgres() else 1)
    assert is_postgres() or "docs/serving.md" in said


@contextmanager
def opened_as(name):
    """Connect to another file, or in another way."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


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
    file = f"file:{connection.settings_dict['NAME']}?mode=ro"
    with opened_as(file), pytest.raises(CommandError, match="cannot be written: let this user"):
        prepared()


@with_real_transactions
@pytest.mark.parametrize("command", ["serve", "link", "purge", "recount"])
def test_a_database_that_was_never_set_up_is_reported(tmp_path, command):
    if is_postgres():
        return  # the message is the same
    with opened_as(str(tmp_path / "db.sqlite3")), pytest.raises(CommandError) as told:
        call_command(command)
    assert str(told.value) == database.NOT_SET_UP


@with_real_transactions
@pytest.mark.parametrize("command", ["link", "purge", "recount", "stats"])
def test_a_database_of_another_version_is_reported(tmp_path, command):
    """Columns are missing there, as before an update."""
    if is_postgres():
        return  # the message is the same
    with opened_as(str(tmp_path / "db.sqlite3")):
        MigrationRecorder(connection).ensure_schema()
        with connection.cursor() as cursor:
            for name in connection.introspection.django_table_names():
                if name.startswith("scorekeeper_"):
                    cursor.execute(f"CREATE TABLE {name} (id integer)")
        with pytest.raises(CommandError) as told:
            call_command(command)
    assert str(told.value) == database.NOT_SET_UP


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
        env=SITE | {"SCOREKEEPER_VAR": str(var)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def damaged(var):
    (var / "db.sqlite3").write_text("no database at all, but a text of some length" * 99)
    return {}


def unreachable(var):
    return {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}


def misspelt(_var):
    return {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing?foo=bar", "SECRET_KEY": "x" * 50}


def without_a_number(_var):
    url = "postgres://nobody@127.0.0.1:1/nothing?connect_timeout=abc"
    return {"DATABASE_URL": url, "SECRET_KEY": "x" * 50}


@pytest.mark.parametrize(
    ("command", "broken", "advice"),
    [
        ("serve", damaged, "restore a backup"),
        ("migrate", unreachable, "is DATABASE_URL right?"),
        ("serve", misspelt, "is DATABASE_URL right?"),
        ("stats", misspelt, "is DATABASE_URL right?"),
        ("stats", without_a_number, "is DATABASE_URL right?"),
    ],
)
def test_a_broken_database_is_reported_on_one_line(tmp_path, command, broken, advice):
    said = run(command, tmp_path, **broken(tmp_path))
    assert said.returncode == 1
    assert advice in said.stderr
    assert said.stderr.count("\n") == 1


def modes(folder):
    return {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}


@pytest.fixture
def var(tmp_path, settings):
    """A data folder as earlier releases left it."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    for name in ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm", "secret_key"):
        (settings.VAR / name).touch()
        (settings.VAR / name).chmod(0o644)
    settings.VAR.chmod(0o755)
    return settings.VAR


def warnings():
    out = StringIO()
    make_private(OutputWrapper(out))
    return out.getvalue()


def test_the_data_folder_is_made_private(var):
    assert warnings() == ""
    assert set(modes(var).values()) == {"0o700", "0o600"}
    assert modes(var)["var"] == "0o700"


def test_a_new_database_is_private(var, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", str(var / "db.sqlite3"))
    (var / "db.sqlite3").unlink()
    before = os.umask(0)
    try:
        assert warnings() == ""
    finally:
        os.umask(before)
    assert modes(var)["db.sqlite3"] == "0o600"


def test_a_database_elsewhere_keeps_its_permissions(var, tmp_path, monkeypatch):
    database = tmp_path / "db.sqlite3"
    database.touch()
    database.chmod(0o664)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    assert warnings() == ""
    assert database.stat().st_mode & 0o777 == 0o664


def test_what_others_may_still_read_is_reported(var, monkeypatch):
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    before = modes(var)
    said = warnings().splitlines()
    assert modes(var) == before
    assert len(said) == 5
    assert str(var / "db.sqlite3") in said[2]


def test_a_folder_for_everyone_stays_open(var):
    var.chmod(0o1777)
    assert str(var) in warnings()
    assert var.stat().st_mode & 0o7777 == 0o1777
