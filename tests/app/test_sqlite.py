"""The site avoids SQLite versions with the WAL-reset bug, where a newer one can be installed. It
asks SQLite for the number of commits.
"""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest
from django.db import connection
from django.db.backends.sqlite3.base import Database

from scorekeeper.live.commits import data_version
from scorekeeper.sqlite import is_affected


def test_affected_sqlite_versions_are_recognized():
    affected = "3.7.0", "3.40.1", "3.44.5", "3.50.6", "3.51.0", "3.51.2"
    others = "3.6.23", "3.44.6", "3.50.7", "3.51.3", "3.53.4", "4.0.0"
    found = {one for one in affected + others if is_affected(tuple(map(int, one.split("."))))}
    assert found == set(affected)


def test_django_uses_the_newer_sqlite_where_it_is_installed():
    assert not (find_spec("pysqlite3") and is_affected(Database.sqlite_version_info))


def test_importing_sqlite3_gives_the_same_module_as_django_uses():
    assert sqlite3.dbapi2 is Database


@pytest.mark.django_db(transaction=True)
def test_a_thread_that_has_no_connection_yet_can_ask_for_the_number_of_commits():
    def ask():
        try:
            return data_version()
        finally:
            connection.close()

    with ThreadPoolExecutor() as threads:
        _connection, number = threads.submit(ask).result()
    assert number >= 1
