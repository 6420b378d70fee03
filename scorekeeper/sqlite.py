"""Avoids SQLite versions with the WAL-reset bug."""

import sys
from importlib import import_module

BUG = "has a rare bug that can damage the database: update it to 3.51.3 or newer (docs/serving.md)"
FIXED_IN = {(3, 44): 6, (3, 50): 7, (3, 51): 3}  # patch releases with the fix


def is_affected(version: tuple[int, int, int]) -> bool:
    """Return whether two connections that write the WAL at the same time can damage the database.

    See https://sqlite.org/wal.html#walresetbug: 3.7.0 to 3.51.2.
    """
    series = version[:2]
    return (3, 7) <= series <= (3, 51) and version[2] < FIXED_IN.get(series, version[2] + 1)


def use_sound_sqlite() -> None:
    """Replace the standard library's driver by pysqlite3, which bundles a newer SQLite.

    The settings call this before Django loads its backend. All later imports of sqlite3 must get
    the same module: two SQLite libraries in one process would release each other's file locks.

    Only a site on SQLite needs either of them, and they take 2 MB of memory.
    """
    import sqlite3

    if not is_affected(sqlite3.sqlite_version_info):
        return
    try:
        newer = import_module("pysqlite3.dbapi2")
    except ImportError:  # not available for every platform; `serve` prints a warning
        return
    if newer.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = sys.modules["pysqlite3"]
        sys.modules["sqlite3.dbapi2"] = newer
