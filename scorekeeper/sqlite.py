"""Which SQLite the site runs on: one without the WAL-reset bug, also where the system's has it."""

import sqlite3
import sys
from importlib import import_module

FIXED_IN = {(3, 44): 6, (3, 50): 7, (3, 51): 3}  # in older series than the last, by a patch release


def is_affected(version: tuple[int, int, int]) -> bool:
    """Whether two connections that write one WAL at the wrong moment may damage the database.

    See https://sqlite.org/wal.html#walresetbug: 3.7.0 to 3.51.2.
    """
    series = version[:2]
    return (3, 7) <= series <= (3, 51) and version[2] < FIXED_IN.get(series, version[2] + 1)


def use_sound_sqlite() -> None:
    """Put pysqlite3, which bundles a newer SQLite, in the place of the standard library's driver.

    Settings call this before Django loads its backend. Whoever imports sqlite3 later gets the same:
    two SQLite libraries in one process would undo each other's file locks.
    """
    if not is_affected(sqlite3.sqlite_version_info):
        return
    try:
        newer = import_module("pysqlite3.dbapi2")
    except ImportError:  # there is none for every machine; `serve` says so
        return
    if newer.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = sys.modules["pysqlite3"]
        sys.modules["sqlite3.dbapi2"] = newer
