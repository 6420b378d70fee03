"""The site avoids SQLite versions with the WAL-reset bug, where a newer one can be installed."""

import sqlite3
from importlib.util import find_spec

import pytest
from django.db.backends.sqlite3.base import Database

from scorekeeper.sqlite import is_affected


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.44.5", "3.50.6", "3.51.0", "3.51.2"])
def test_affected_sqlite_versions_are_recognized(version):
    assert is_affected(tuple(map(int, version.split("."))))


@pytest.mark.parametrize("version", ["3.6.23", "3.44.6", "3.50.7", "3.51.3", "3.53.4", "4.0.0"])
def test_unaffected_sqlite_versions_are_recognized(version):
    assert not is_affected(tuple(map(int, version.split("."))))


def test_django_uses_the_newer_sqlite_where_it_is_installed():
    assert not (find_spec("pysqlite3") and is_affected(Database.sqlite_version_info))


def test_importing_sqlite3_gives_the_same_module_as_django_uses():
    assert sqlite3.dbapi2 is Database
