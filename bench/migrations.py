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


class Waits(NamedTuple):
    """The longest times in seconds that a migration took, and that others waited."""

    migration: float
    write: float
    read: float


def fill(revisions: int) -> None:
    """By SQL alone, as the models are of later releases."""
    from django.db import connection, transaction

    games = revisions // (ROUNDS + 1)
    groups = max(games // GAMES_OF_A_GROUP, 1)
    uuid = "lower(hex(randomblob(16)))" if connection.vendor == "sqlite" else "gen_random_uuid()"
    json = "" if connection.vendor == "sqlite" else "::jsonb"
    time = "" if connection.vendor == "sqlite" else "::timestamptz"
    numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %s - 1) "
    group = f"i / {GAMES_OF_A_GROUP} + 1"
    rows = {
        "group (id, name, created_at)": (groups, f"i + 1, 'Friday', '{DAY}'{time}"),
        "player (id, name, group_id)": (
            groups * PLAYERS,
            f"i + 1, 'Player ' || (i % {PLAYERS}), i / {PLAYERS} + 1",
        ),
        "gamesession (id, game, submission, comment, started_at, played_at, finished_at, result,"
        " draft, version, group_id)": (
            games,
            f"i + 1, 'chimera', {uuid}, '', '{DAY}'{time}, '{DAY}'{time}, '{DAY}'{time},"
            f" '{RESULT}'{json}, '{{}}'{json}, 20, {group}",
        ),
        "seat (number, session_id, player_id)": (
            games * PLAYERS,
            f"i % {PLAYERS}, i / {PLAYERS} + 1,"
            f" (i / {PLAYERS} / {GAMES_OF_A_GROUP}) * {PLAYERS} + i % {PLAYERS} + 1",
        ),
        "entry (slot, revision, position, data, submission, at, session_id)": (
            games * (ROUNDS + 1),
            f"i % {ROUNDS + 1}, 1, i % {ROUNDS + 1},"
            f" CASE WHEN i % {ROUNDS + 1} = 0 THEN '{SETUP}'{json} ELSE '{ENTRY}'{json} END,"
            f" {uuid}, '{DAY}'{time}, i / {ROUNDS + 1} + 1",
        ),
    }
    with transaction.atomic(), connection.cursor() as cursor:
        for columns, (count, values) in rows.items():
            insert = f"INSERT INTO scorekeeper_{columns} SELECT {values} FROM n"  # noqa: S608
            if connection.vendor == "sqlite":
                cursor.execute(numbers + insert, [count])
            else:
                series = insert.replace("FROM n", "FROM generate_series(0, %s - 1) AS i")
                cursor.execute(series.replace("%", "%%").replace("%%s", "%s"), [count])


@contextmanager
def others() -> Iterator[dict[str, float]]:
    """Yields the longest time that a reader and a writer have waited."""
    from django.db import Error, connection

    over, longest = threading.Event(), {"read": 0.0, "write": 0.0}
    commands = {
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

    def repeat(kind: str) -> None:
        names = ["entry", "revision"]
        while not over.is_set():
            began = time.monotonic()
            try:
                with connection.cursor() as cursor:
                    for command in commands[kind]:
                        cursor.execute(command.format(names[0]))
            except Error as error:
                if "locked" not in str(error):
                    names.reverse()  # the table has another name now
            longest[kind] = max(longest[kind], time.monotonic() - began)
            time.sleep(0.01)
        connection.close()

    threads = [threading.Thread(target=repeat, args=[kind]) for kind in commands]
    for thread in threads:
        thread.start()
    try:
        yield longest
    finally:
        over.set()
        for thread in threads:
            thread.join()


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
