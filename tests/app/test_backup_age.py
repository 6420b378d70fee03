"""The age of the newest backup that was verified."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.operating.backups.age import (
    backup_is_too_old,
    newest_verified,
    note_verified,
    record_path,
)


@pytest.fixture(autouse=True)
def var(tmp_path, settings):
    settings.VAR, settings.BACKUP_MAX_AGE_HOURS = tmp_path, 24
    return tmp_path


def ago(**time):
    return timezone.now() - timedelta(**time)


def test_a_site_without_a_verified_backup_says_so_only_if_it_is_asked(settings):
    assert newest_verified() is None
    assert backup_is_too_old()
    settings.BACKUP_MAX_AGE_HOURS = 0
    assert not backup_is_too_old()


def test_a_backup_is_too_old_when_it_was_taken_too_long_ago_whenever_it_was_verified():
    note_verified(ago(hours=25))
    assert backup_is_too_old()
    note_verified(ago(hours=23))
    assert not backup_is_too_old()


def test_an_older_backup_that_is_verified_later_does_not_count():
    newest, older = ago(hours=1), ago(days=9)
    note_verified(newest)
    note_verified(older)
    assert newest_verified() == newest


def test_a_backup_from_the_future_does_not_count_and_is_replaced():
    record_path().write_text(json.dumps({"taken_at": ago(days=-900).isoformat()}))
    assert newest_verified() is None
    assert backup_is_too_old()
    newest = ago(hours=1)
    note_verified(newest)
    assert newest_verified() == newest


@pytest.mark.parametrize("text", ["", "{", "[]", '{"taken_at": 7}', '{"taken_at": "2026-11-26"}'])
def test_a_note_that_is_damaged_counts_as_none(text):
    record_path().write_text(text)
    assert newest_verified() is None
    assert backup_is_too_old()


def test_the_note_is_private_and_whole(var):
    note_verified(timezone.now())
    assert [path.name for path in var.iterdir()] == [record_path().name]
    assert record_path().stat().st_mode & 0o777 == 0o600
