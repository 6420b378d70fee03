"""The doctor says what is missing or unsafe in settings, data and the machine."""

import os
import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorekeeper.management.listening import EVERYWHERE
from scorekeeper.models import GameSession, notify
from scorekeeper.operating.backups.age import note_verified
from scorekeeper.operating.doctor import checks, machine
from tests.app.support.factories import a_game, a_phone, is_postgres
from tests.app.test_commands import DEAD
from tests.app.test_database_commands import opened_as
from tests.app.test_versions import add_a_later_migration, forget_the_last_migration


@pytest.fixture(autouse=True)
def private_data(settings, tmp_path, monkeypatch):
    settings.VAR = tmp_path
    tmp_path.chmod(0o700)
    (tmp_path / "secret_key").write_text("x" * 64)
    (tmp_path / "secret_key").chmod(0o600)
    monkeypatch.setenv("SECRET_KEY", "")


def said_by(check, *arguments):
    return [str(finding) for finding in check(*arguments)]


def one_of(check, *arguments):
    (line,) = said_by(check, *arguments)
    return line


# The command


def told(**options):
    out, code = StringIO(), 0
    try:
        call_command("doctor", stdout=out, **options)
    except SystemExit as ended:
        code = ended.code
    return out.getvalue().splitlines(), code


@pytest.fixture
def a_sound_machine(monkeypatch):
    """Whatever the machine of the tests is like."""
    for name in ("check_file_system", "check_disk", "check_open_files", "check_sqlite"):
        monkeypatch.setattr(checks, name, lambda: iter(()))
    monkeypatch.setattr(checks, "check_processes", lambda _workers: iter(()))


@pytest.mark.usefixtures("a_sound_machine")
def test_it_ends_well_at_home_and_with_1_if_anything_is_unsafe(settings):
    lines, code = told()
    assert code == 0
    assert all(re.match(r"(ok|missing) +[A-Z]\w+: \S", line) for line in lines)
    assert any(line.startswith("missing  HTTPS: none") for line in lines)
    settings.HOST_NAMES = ["localhost", "score.example"]
    lines, code = told()
    assert code == 1
    assert [line for line in lines if line.startswith("UNSAFE")] == [
        "UNSAFE   HTTPS: score.example is public, and everyone on the way reads and changes what is"
        " sent: get a certificate, and set HTTPS=1"
    ]


def test_it_checks_this_machine_without_changing_anything():
    before = {path: path.stat().st_mode for path in checks.settings.VAR.iterdir()}
    lines, _code = told(offline=True)
    subjects = {line[9:].partition(":")[0] for line in lines}
    assert subjects >= {"Data", "Key", "Database", "Clock", "Disk", "Backup", "Names", "Proxy"}
    assert not subjects & {"HTTPS"}
    assert {path: path.stat().st_mode for path in checks.settings.VAR.iterdir()} == before


def test_it_takes_a_whole_address_and_a_file():
    for url in ("score.example", "http://score.example", "https://x:99999", "https://[::1", *DEAD):
        with pytest.raises(CommandError, match="--url https://"):
            told(url=url)
    with pytest.raises(CommandError, match="no path below it"):
        told(url="https://score.example/score/")
    with pytest.raises(CommandError, match="There is no file"):
        told(url="https://score.example", ca="/no/such/file")


# Data


def test_data_that_others_may_read_is_unsafe(settings):
    assert one_of(checks.check_data_folder).startswith("ok ")
    assert one_of(checks.check_key).startswith("ok ")
    settings.VAR.chmod(0o750)
    (settings.VAR / "secret_key").chmod(0o640)
    assert one_of(checks.check_data_folder).endswith(f"{settings.VAR}: chmod 700")
    assert one_of(checks.check_key).startswith("UNSAFE   Key: other users of this machine may read")


def test_a_short_key_is_unsafe(monkeypatch, settings):
    for key, grade in (("x" * 31, "UNSAFE"), ("x" * 32, "ok")):
        (settings.VAR / "secret_key").write_text(key)
        assert one_of(checks.check_key).startswith(grade)
        monkeypatch.setenv("SECRET_KEY", key)
        assert one_of(checks.check_key).startswith(grade)
        assert key not in one_of(checks.check_key)
        monkeypatch.delenv("SECRET_KEY")


def test_a_database_of_this_version_is_fine():
    a_game(a_phone())
    assert one_of(checks.check_database).endswith("set up for this version, 1 group")


def test_valkey_is_missing_if_it_does_not_answer(settings):
    assert said_by(checks.check_notices) == []
    settings.VALKEY_URL = "valkey://:s3cret@127.0.0.1:9"
    notify.valkey_client.cache_clear()
    line = one_of(checks.check_notices)
    notify.valkey_client.cache_clear()
    assert line.startswith("missing  Valkey: Error 111 connecting to 127.0.0.1:9. Con")
    assert line.endswith(
        "refused. Open pages show changes two seconds late: is it running, and is VALKEY_URL right?"
    )
    assert "s3cret" not in line


def test_a_connection_to_listen_is_missing_if_the_database_is_not_there(settings):
    if not is_postgres():
        return  # nothing listens
    settings.LISTEN_DATABASE = {"HOST": checks.connection.settings_dict["HOST"]}
    assert one_of(checks.check_notices).startswith("ok       Listener: ")
    settings.LISTEN_DATABASE = {"HOST": "/nowhere"}
    assert one_of(checks.check_notices).endswith("is LISTEN_DATABASE_URL right?")


@pytest.mark.parametrize("change", [forget_the_last_migration, add_a_later_migration])
def test_a_database_of_another_version_is_unsafe(change):
    change()
    assert one_of(checks.check_database).startswith("UNSAFE   Database: The database ")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_was_never_set_up_is_unsafe(tmp_path):
    if is_postgres():
        return  # the message is the same
    with opened_as(str(tmp_path / "empty.sqlite3")):
        assert "run make setup" in one_of(checks.check_database)
        assert said_by(checks.check_clock) == []


def test_an_sqlite_that_can_damage_the_database_is_unsafe(monkeypatch):
    for affected, grade in ((True, "UNSAFE"), (False, "ok")):
        monkeypatch.setattr(checks, "is_affected", lambda _version, affected=affected: affected)
        said = said_by(checks.check_sqlite)
        assert said == [] if is_postgres() else said[0].startswith(grade)


def test_a_clock_that_is_behind_the_newest_game_is_unsafe():
    a_game(a_phone())
    assert one_of(checks.check_clock).startswith("ok ")
    GameSession.objects.update(played_at=timezone.now() + timedelta(hours=1))
    assert "but a game was played at" in one_of(checks.check_clock)


def test_a_clock_that_differs_from_that_of_the_database_is_unsafe(monkeypatch):
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(checks, "time_of_database", lambda: later)
    assert re.search(
        "UNSAFE .* differs from the database's by 1[12][0-9] s", one_of(checks.check_clock)
    )


def test_the_age_of_the_newest_verified_backup_counts(settings):
    for age, most, grade in (
        (None, 0, "missing"),
        (None, 24, "UNSAFE"),
        (timedelta(days=8), 0, "missing"),
        (timedelta(hours=25), 24, "UNSAFE"),
        (timedelta(hours=25), 0, "ok"),
        (timedelta(hours=23), 24, "ok"),
    ):
        (settings.VAR / "verified_backup.json").unlink(missing_ok=True)
        settings.BACKUP_MAX_AGE_HOURS = most
        if age:
            note_verified(timezone.now() - age)
        assert one_of(checks.check_backups).startswith(grade), (age, most)


# The site as others reach it


def test_names_that_anyone_can_choose_are_unsafe(settings):
    for names, https, grade in (
        (["*"], False, "UNSAFE"),
        (["score.example"], True, "ok"),
        ([], False, "ok"),
        ([], True, "missing"),
    ):
        settings.HOST_NAMES, settings.HTTPS = ["localhost", *names], https
        assert one_of(checks.check_names).startswith(grade), names


def test_development_mode_is_reported(settings):
    settings.DEV = True
    for name, grade in (("score.lan", "missing"), ("score.example", "UNSAFE")):
        settings.HOST_NAMES = ["localhost", name]
        assert said_by(checks.check_names)[1].startswith(f"{grade:<8} Development")


@pytest.mark.parametrize(
    ("trusted", "https", "host", "line"),
    [
        (True, True, EVERYWHERE, "UNSAFE   Proxy: TRUST_PROXY is on and the server listens on"),
        (True, True, "::", "UNSAFE   Proxy: TRUST_PROXY is on and the server listens on"),
        (True, True, "192.168.1.20", "UNSAFE   Proxy: TRUST_PROXY is on"),
        (True, True, "127.0.0.1", "ok       Proxy: trusted"),
        (True, True, "localhost", "ok       Proxy: trusted"),
        (True, True, "unix:/run/score.sock", "ok       Proxy: trusted"),
        (False, True, "127.0.0.1", "UNSAFE   Proxy: HTTPS is on without TRUST_PROXY"),
        (False, False, "127.0.0.1", "missing  Proxy: only this machine reaches"),
        (False, False, EVERYWHERE, "ok       Proxy: none: phones reach"),
    ],
)
def test_a_proxy_is_trusted_where_nothing_else_reaches_the_server(
    settings, monkeypatch, trusted, https, host, line
):
    settings.TRUST_PROXY, settings.HTTPS = trusted, https
    monkeypatch.setattr(machine, "MARKS_OF_CONTAINERS", ())
    assert one_of(checks.check_proxy, host).startswith(line)


def test_a_socket_that_every_user_of_the_machine_reaches_is_unsafe(tmp_path):
    for mode, grade in ((0o755, "UNSAFE"), (0o711, "UNSAFE"), (0o750, "ok"), (0o700, "ok")):
        tmp_path.chmod(mode)
        assert one_of(checks.check_socket, f"unix:{tmp_path}/score.sock").startswith(grade)
    assert said_by(checks.check_socket, f"unix:{tmp_path}/none/score.sock") == []
    assert said_by(checks.check_socket, "127.0.0.1") == []


def test_within_a_container_nobody_sees_who_reaches_the_server(settings, monkeypatch, tmp_path):
    settings.TRUST_PROXY = True
    monkeypatch.setattr(machine, "MARKS_OF_CONTAINERS", (tmp_path / "none", tmp_path))
    line = one_of(checks.check_proxy, EVERYWHERE)
    assert line.startswith("missing  Proxy: trusted, and the server listens on")
    assert one_of(checks.check_proxy, "127.0.0.1").startswith("ok ")


def test_strangers_must_not_reach_the_private_network(settings):
    assert said_by(checks.check_strangers) == []
    settings.HOST_NAMES = ["localhost", "score.example"]
    for new_groups, webhooks, grade in (
        ("anyone", False, "ok"),
        ("anyone", True, "UNSAFE"),
        ("invited", True, "ok"),
    ):
        settings.NEW_GROUPS, settings.WEBHOOKS_TO_PRIVATE_NETWORKS = new_groups, webhooks
        assert one_of(checks.check_strangers).startswith(grade)


def test_files_that_were_not_collected_are_reported(settings):
    assert said_by(checks.check_files) == []
    collected = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": collected}}
    settings.STATIC_ROOT = settings.VAR
    assert "run make setup" in one_of(checks.check_files)


# The machine


@pytest.mark.parametrize(("free", "grade"), [(50e6, "UNSAFE"), (5e8, "missing"), (5e9, "ok")])
def test_a_full_disk_is_reported(monkeypatch, free, grade):
    usage = type("Usage", (), {"free": int(free)})
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _folder: usage)
    assert one_of(machine.check_disk).startswith(grade)


@pytest.mark.parametrize(
    ("kind", "grade"),
    [("ext4", "ok"), ("zfs", "ok"), ("nfs4", "UNSAFE"), ("tmpfs", "UNSAFE"), ("overlay", "UNSAFE")],
)
def test_the_file_system_of_the_database_must_keep_it(monkeypatch, tmp_path, kind, grade):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / xfs rw 0 0\nhere {tmp_path}/my\\040data {kind} rw 0 0\n")
    monkeypatch.setattr(machine, "MOUNTS", mounts)
    database = tmp_path / "my data" / "var" / "db.sqlite3"
    monkeypatch.setattr(machine, "database_file", lambda: database)
    line = one_of(machine.check_file_system)
    assert line.startswith(grade)
    assert f" {kind}" in line or f"({kind})" in line
    monkeypatch.setattr(machine, "database_file", lambda: Path("/elsewhere/db.sqlite3"))
    assert one_of(machine.check_file_system).endswith("is on xfs")
    monkeypatch.setattr(machine, "MOUNTS", tmp_path / "none")
    assert said_by(machine.check_file_system) == []


def test_too_few_open_files_are_reported(monkeypatch):
    resource = pytest.importorskip("resource")
    for hard, line in (
        (1024, "missing  Open files: each process can hold 524 connections"),
        (4096, "ok       Open files: each process can hold 3,596"),
        (resource.RLIM_INFINITY, "ok       Open files: each process can hold 20,000"),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _what, hard=hard: (1024, hard))
        assert one_of(machine.check_open_files).startswith(line)


@pytest.mark.parametrize(
    ("workers", "https", "grade"),
    [
        (1, False, "ok"),
        (1, True, "missing"),
        (4, True, "ok"),
        (8, True, "ok"),
        (9, True, "missing"),
    ],
)
def test_processes_fit_the_cores(monkeypatch, settings, workers, https, grade):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: range(4), raising=False)
    monkeypatch.setattr(machine.sys, "platform", "linux")
    settings.HTTPS = https
    assert one_of(machine.check_processes, workers).startswith(grade)
