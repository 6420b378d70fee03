"""Monitors ask if a process can serve pages."""

import asyncio
import threading
from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper.management.database import NOT_SET_UP
from scorekeeper.operating import health
from scorekeeper.operating.backups.age import note_verified
from scorekeeper.operating.health import (
    DISK_FULL,
    NO_ANSWER,
    NO_BACKUP,
    NO_FOLDER,
    Readiness,
    find_problems,
)
from tests.app.support.at_once import run_loop


@pytest.mark.django_db(transaction=True)
def test_a_database_without_the_last_migration_is_not_ready():
    app, name = max(one for one in health.newest_migrations() if one[0] == "scorekeeper")
    applied = MigrationRecorder(connection).migration_qs.filter(app=app, name=name)
    assert applied.delete()[0]
    try:
        assert find_problems() == [NOT_SET_UP]
    finally:
        MigrationRecorder(connection).record_applied(app, name)


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_not_ready(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: usage(2**40, 2**40, 10 * 2**20))
    assert find_problems() == [DISK_FULL]


@pytest.mark.django_db(transaction=True)
def test_a_site_without_its_data_folder_is_not_ready(settings, tmp_path):
    settings.VAR = tmp_path / "gone"
    assert find_problems() == [NO_FOLDER]


@pytest.mark.django_db(transaction=True)
def test_a_migrated_site_is_ready_but_not_without_a_backup_that_is_asked_for(settings, tmp_path):
    assert find_problems() == []
    settings.VAR = tmp_path
    settings.BACKUP_MAX_AGE_HOURS = 24
    assert find_problems() == [NO_BACKUP]
    note_verified(timezone.now() - timedelta(hours=25))
    assert find_problems() == [NO_BACKUP]
    note_verified(timezone.now() - timedelta(hours=23))
    assert find_problems() == []


def asked(readiness, times):
    """The answers to so many who ask at once."""

    async def ask():
        return await asyncio.gather(*(readiness.find() for _ in range(times)))

    return run_loop(ask())


def test_many_who_ask_at_once_make_one_look(monkeypatch):
    looks = []
    monkeypatch.setattr(health, "find_problems", lambda: looks.append(1) or [])
    readiness = Readiness()
    assert asked(readiness, 50) == [[]] * 50
    assert asked(readiness, 50) == [[]] * 50
    assert len(looks) == 1
    monkeypatch.setattr(health, "FRESH", 0)
    asked(readiness, 1)
    assert len(looks) == 2


def test_a_database_that_hangs_is_waited_for_only_once_and_not_for_long(monkeypatch):
    goes_on, looks = threading.Event(), []
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "FRESH", 0)
    monkeypatch.setattr(health, "find_problems", lambda: looks.append(goes_on.wait(60)) or [])
    readiness = Readiness()

    async def ask():
        answers = [await readiness.find() for _ in range(3)]
        goes_on.set()
        await readiness.check
        return [*answers, await readiness.find()]

    assert run_loop(ask()) == [[NO_ANSWER], [NO_ANSWER], [NO_ANSWER], []]
    assert looks == [True, True]


def test_the_log_says_when_the_answer_changes(monkeypatch, caplog):
    answers = [[], [DISK_FULL], [DISK_FULL], []]
    monkeypatch.setattr(health, "find_problems", lambda: answers.pop(0))
    monkeypatch.setattr(health, "FRESH", 0)
    readiness = Readiness()
    for _ in range(4):
        asked(readiness, 1)
    assert [record.getMessage() for record in caplog.records] == [
        f"Not ready: {DISK_FULL}",
        "Ready",
    ]


@pytest.mark.parametrize("text", ["unable to open database file", "a server at 10.0.0.7 is away"])
@pytest.mark.django_db(transaction=True)
def test_the_reason_says_nothing_of_where_the_database_is(monkeypatch, text):
    def fail(_):
        raise DatabaseError(text)

    monkeypatch.setattr(health.MigrationRecorder, "migration_qs", property(fail))
    assert find_problems() == [NO_ANSWER]
