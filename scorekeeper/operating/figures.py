"""Figures of a site for its operator: how many of each thing there are, and how large they are.

Nothing here names a person or a group. Rows are counted by the database, never read one by one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils import timezone
from django.utils.timezone import localdate

from scorekeeper.models import GameSession, Group, Member, Player, Revision

DAYS = 30
ESTIMATED = 100_000
"""Fewer rows than these are counted."""


@dataclass(frozen=True)
class SiteFigures:
    """`games_a_day`: games started on each of the last 30 days, the oldest first. `entries` counts
    versions, so a corrected round counts twice. Sizes are bytes; `tables` include their indexes.
    """

    groups: int
    deleted_groups: int
    players: int
    devices: int
    active_devices: int
    programs: int
    games: int
    games_under_way: int
    entries: int
    games_a_day: dict[date, int]
    database: int
    tables: dict[str, int]
    data_folder: dict[str, int]


def figures() -> SiteFigures:
    games, members = GameSession.objects.not_deleted(), Member.objects.present()
    devices = members.filter(maker=None)
    recent = devices.filter(seen_at__gte=timezone.now() - timedelta(days=DAYS))
    return SiteFigures(
        groups=Group.objects.filter(deleted_at=None).count(),
        deleted_groups=Group.objects.exclude(deleted_at=None).count(),
        players=Player.objects.count(),
        devices=devices.count_devices(),
        active_devices=recent.count_devices(),
        programs=members.exclude(maker=None).count(),
        games=games.count(),
        games_under_way=games.filter(finished_at=None).count(),
        entries=count_entries(),
        games_a_day=games_a_day(),
        database=database_size(),
        tables=table_sizes(),
        data_folder=folder_sizes(settings.VAR),
    )


def count_entries() -> int:
    """Count the revisions; on PostgreSQL, which has to read them all for that, as it estimates."""
    if connection.vendor == "postgresql":
        table = Revision._meta.db_table
        estimate = number("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [table])
        if estimate > ESTIMATED:
            return estimate
    return Revision.objects.count()


def games_a_day() -> dict[date, int]:
    last = localdate()
    days = [last - timedelta(days=before) for before in reversed(range(DAYS))]
    since = timezone.now() - timedelta(days=DAYS + 1)
    sessions = GameSession.objects.not_deleted().filter(started_at__gte=since).order_by()
    rows = sessions.annotate(day=TruncDate("started_at")).values_list("day")
    by_day = dict(rows.annotate(games=Count("pk")))
    return {day: by_day.get(day, 0) for day in days}


def number(sql: str, values: list[str] | None = None) -> int:
    """Return the only number of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0] or 0)


def database_size() -> int:
    if connection.vendor == "postgresql":
        return number("SELECT pg_database_size(current_database())")
    return number("PRAGMA page_count") * number("PRAGMA page_size")


TABLES = {
    "postgresql": "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables",
    # dbstat says to which table an index belongs only by its name in sqlite_schema.
    "sqlite": """
        SELECT known.tbl_name, SUM(sizes.pgsize)
        FROM dbstat sizes JOIN sqlite_schema known ON known.name = sizes.name
        WHERE sizes.aggregate = TRUE
        GROUP BY known.tbl_name
    """,
}


def table_sizes() -> dict[str, int]:
    """The largest first; nothing where SQLite was built without dbstat, as pysqlite3 is."""
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute(TABLES[connection.vendor])
        return dict(sorted(cursor.fetchall(), key=lambda row: -row[1]))
    return {}


def folder_sizes(folder: Path) -> dict[str, int]:
    """The size of everything that lies in a folder, folders with all that is in them."""
    sizes = {one.name: sum(file_sizes(one)) for one in folder.iterdir()} if folder.is_dir() else {}
    return dict(sorted(sizes.items(), key=lambda row: -row[1]))


def file_sizes(path: Path) -> Iterator[int]:
    """The sizes of the file, or of all files of the folder; links are not followed."""
    # Of a folder that was just removed, os.walk yields nothing, where rglob may fail.
    files = (Path(parent, name) for parent, _folders, names in os.walk(path) for name in names)
    for one in [] if path.is_symlink() else [path, *files]:
        with suppress(OSError):  # it was just removed
            if one.is_file() and not one.is_symlink():
                yield one.stat().st_size
