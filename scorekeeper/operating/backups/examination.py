"""Examines a restored database: `python -m scorekeeper.operating.backups.examination`.

The environment names the database. Prints a line of JSON: how many rows each table has, what is
damaged, and which finished games have another result than the rules give. Migrates it first if it
is of an earlier release, but after the rows were counted.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any

import django

BATCH = 100  # games that are loaded at a time


def examine() -> dict[str, Any]:
    from django.core.management import call_command
    from django.core.management.commands import migrate
    from django.db import connection

    from scorekeeper.operating.backups.snapshots import query_database, row_counts

    counts, damage = row_counts(query_database, connection.vendor), list(find_damage())
    # Not ours, which would count games again: their results must be compared as they were stored.
    call_command(migrate.Command(), verbosity=0, interactive=False)
    return {"counts": counts, "damage": damage, **compare_results()}


def find_damage() -> Iterator[str]:
    """Have SQLite check its file. PostgreSQL has built all of it anew."""
    from django.db import connection

    from scorekeeper.operating.backups.snapshots import query_database

    if connection.vendor == "sqlite":
        for (text,) in query_database("PRAGMA integrity_check"):
            if text != "ok":
                yield text
        for table, row, *_others in query_database("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} refers to one that is missing"


def compare_results() -> dict[str, Any]:
    from scorekeeper.models import GameSession
    from scorekeeper.tables.unplayable import NotInstalled

    sessions = GameSession.objects.filter(finished_at__isnull=False).with_play()
    games, not_installed, differences = 0, Counter[str](), []
    for session in sessions.iterator(BATCH):
        games += 1
        try:
            difference = difference_in(session)
        except NotInstalled:
            not_installed[session.game] += 1
        except Exception as error:
            differences.append(f"the rules of {session.game} fail in game {session.pk}: {error!r}")
        else:
            if difference:
                differences.append(difference)
    return {"games": games, "not_installed": not_installed, "differences": differences}


def difference_in(session: Any) -> str:
    """Say how the stored result differs from what the rules give; "" if it is equal."""
    from scorekeeper.tables.table import Table

    table = Table.of(session)
    if not table.board.finished:
        return f"game {session.pk} ({session.game}) is not finished"
    results: dict[str, tuple[list[int | None], Sequence[int]]] = {
        "totals": ([seat.total for seat in table.seats], table.board.totals),
        "ranks": ([seat.rank for seat in table.seats], table.board.ranks),
        "winners": ([seat.number for seat in table.seats if seat.won], table.winners),
    }
    for name, (old, new) in results.items():
        if old != list(new):
            return f"game {session.pk} ({session.game}) has the {name} {old}, not {list(new)}"
    return ""


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    with redirect_stdout(sys.stderr):  # what games print does not belong in the report
        django.setup()
        report = examine()
    print(json.dumps(report))
