"""How long each migration keeps others waiting: `python -m bench.migrations [REVISIONS]`.

Fills an empty database as the first release left it, with games of 20 revisions in groups of 50
games, then runs each migration, while one thread writes and another reads all the time. With
DATABASE_URL it does so in that database, which must be empty, else in a file that it removes.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from bench.figure import Figure, table

FIRST = "0001_the_first_tables"
ROUNDS, GAMES_OF_A_GROUP, PLAYERS = 19, 50, 3
ENTRY = (
    '{"bid": 40, "traps": 2, "chimera_attack": true, "chimera": 0, "first_out": 0,'
    ' "idle_hunters": [1], "toads": {"0": 2, "2": 2}, "cats": {"0": 3, "2": 1}}'
)
SETUP = '{"options": {"target": 4000}, "ended_early": false}'
RESULT = '{"totals": [4085, 0, 475], "ranks": [1, 3, 2], "winners": [0]}'
DAY = "2026-11-20 12:00:00"

COMMANDS = {
    "read": [
        "SELECT count(*) FROM scorekeeper_gamesession WHERE id = 7",
        "SELECT count(*) FROM scorekeeper_seat WHERE session_id = 7",
        "SELECT count(*) FROM scorekeeper_{} WHERE session_id = 7",
    ],
    "write": [
        "UPDATE scorekeeper_gamesession SET version = version WHERE id = 7",
        "UPDATE scorekeeper_seat SET number = number WHERE session_id = 7",
        "UPDATE scorekeeper_{} SET slot = slot WHERE session_id = 7 AND slot = 7",
    ],
}


class Waits(NamedTuple):
    """The longest times in seconds that a migration took, and that others waited."""

    migration: float
    write: float
    read: float


def fill(revisions: int) -> None:
    """Fill the tables by SQL alone, as the models are of later releases."""
    from django.db import connection, transaction

    games = revisions // (ROUNDS + 1)
    groups = max(games // GAMES_OF_A_GROUP, 1)
    counts = (groups, groups * PLAYERS, games, games * PLAYERS, games * (ROUNDS + 1))
    with transaction.atomic():
        rows = rows_of(connection.vendor == "sqlite")
        for (columns, values), count in zip(rows.items(), counts, strict=True):
            insert(columns, values, count)


def rows_of(sqlite: bool) -> dict[str, str]:
    """Return the values of row `i` of each table."""
    uuid = "lower(hex(randomblob(16)))" if sqlite else "gen_random_uuid()"
    json = "" if sqlite else "::jsonb"
    day = f"'{DAY}'" + ("" if sqlite else "::timestamptz")
    slot, game, group = f"i % {ROUNDS + 1}", f"i / {PLAYERS}", f"i / {GAMES_OF_A_GROUP} + 1"
    return {
        "group (id, name, created_at)": f"i + 1, 'Friday', {day}",
        "player (id, name, group_id)": f"i + 1, 'Player ' || (i % {PLAYERS}), {game} + 1",
        "gamesession (id, game, submission, comment, started_at, played_at, finished_at, result,"
        " draft, version, group_id)": (
            f"i + 1, 'chimera', {uuid}, '', {day}, {day}, {day}, '{RESULT}'{json}, '{{}}'{json},"
            f" 20, {group}"
        ),
        "seat (number, session_id, player_id)": (
            f"i % {PLAYERS}, {game} + 1,"
            f" ({game} / {GAMES_OF_A_GROUP}) * {PLAYERS} + i % {PLAYERS} + 1"
        ),
        "entry (slot, revision, position, data, submission, at, session_id)": (
            f"{slot}, 1, {slot},"
            f" CASE WHEN {slot} = 0 THEN '{SETUP}'{json} ELSE '{ENTRY}'{json} END,"
            f" {uuid}, {day}, i / {ROUNDS + 1} + 1"
        ),
    }


def insert(columns: str, values: str, count: int) -> None:
    from django.db import connection

    into = f"INSERT INTO scorekeeper_{columns} SELECT {values} FROM "  # noqa: S608
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            series = "SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %s - 1"
            cursor.execute(f"WITH RECURSIVE n(i) AS ({series}) {into}n", [count])
        else:
            into = into.replace("%", "%%")
            cursor.execute(f"{into}generate_series(0, %s - 1) AS i", [count])


@contextmanager
def others() -> Iterator[dict[str, float]]:
    """Yields the longest time that a reader and a writer have waited."""
    over, longest = threading.Event(), {"read": 0.0, "write": 0.0}
    threads = [threading.Thread(target=repeat, args=[kind, longest, over]) for kind in longest]
    for thread in threads:
        thread.start()
    try:
        yield longest
    finally:
        over.set()
        for thread in threads:
            thread.join()


def repeat(kind: str, longest: dict[str, float], over: threading.Event) -> None:
    from django.db import Error, connection

    names = ["entry", "revision"]
    while not over.is_set():
        began = time.monotonic()
        try:
            with connection.cursor() as cursor:
                for command in COMMANDS[kind]:
                    cursor.execute(command.format(names[0]))
        except Error as error:
            if "locked" not in str(error):
                names.reverse()  # the table has another name now
        longest[kind] = max(longest[kind], time.monotonic() - began)
        time.sleep(0.01)
    connection.close()


def measure(revisions: int) -> Iterator[tuple[str, Waits]]:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    apps = {leaf[0] for leaf in executor.loader.graph.leaf_nodes()} - {"scorekeeper"}
    executor.migrate([leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] in apps])
    MigrationExecutor(connection).migrate([("scorekeeper", FIRST)])
    fill(revisions)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    names = sorted(name for app, name in executor.loader.disk_migrations if app == "scorekeeper")
    for name in names[names.index(FIRST) + 1 :]:
        with others() as longest:
            began = time.monotonic()
            MigrationExecutor(connection).migrate([("scorekeeper", name)])
            took = time.monotonic() - began
        yield name, Waits(took, longest["write"], longest["read"])


def main() -> None:
    revisions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        os.environ["SCOREKEEPER_VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
        import django

        django.setup()
        from django.conf import settings

        options = settings.DATABASES["default"]["OPTIONS"]
        if "timeout" in options:  # of SQLite: measure a wait to its end
            options["timeout"] = 600
        print(table([as_figure(name, waits) for name, waits in measure(revisions)]))


def as_figure(name: str, waits: Waits) -> Figure:
    said = f"{waits.migration:.2f} s; a write waited {waits.write:.2f} s, a read {waits.read:.2f} s"
    print(name, said, file=sys.stderr, flush=True)
    return Figure(name, said)


if __name__ == "__main__":
    main()
