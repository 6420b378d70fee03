"""Creates tables with devices that may watch them, and commits changes to them.

This runs in a process of its own, because it uses Django with the settings of a site:
`python -m bench.live_tables JOB` takes a job as JSON and prints the result.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any


def make_tables(environment: dict[str, str], tables: int, watchers: int) -> list[tuple[int, str]]:
    """Return (game, device's secret) of each watcher: equally many at each table."""
    return [
        (pk, secret)
        for pk, secret in run_job(environment, do="make", tables=tables, watchers=watchers)
    ]


def run_job(environment: dict[str, str], **job: Any) -> Any:
    process = start_job(environment, **job)
    return json.loads(process.communicate()[0])


def start_job(environment: dict[str, str], **job: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "bench.live_tables", json.dumps(job)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)


def make(tables: int, watchers: int) -> list[tuple[int, str]]:
    import hashlib

    from bench.chimera import PLAYERS, TARGET
    from games.registry import games
    from scorekeeper.models import Member, Role
    from scorekeeper.people.groups import create_group
    from scorekeeper.tables.start import NewGame, start_game

    watching = []
    for table in range(tables):
        group = create_group(PLAYERS, f"host {table}", "host")
        new = NewGame(
            game=games()["chimera"],
            names=PLAYERS,
            options={"target": TARGET},
            device=f"host {table}",
        )
        game = start_game(group, new)
        secrets = [f"{table}x{n}".rjust(43, "0") for n in range(watchers // tables)]
        devices = [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
        Member.objects.bulk_create(
            Member(group=group, device=d, role=Role.VIEWER, name="bench") for d in devices
        )
        watching += [(game.pk, secret) for secret in secrets]
    return watching


def programs(count: int) -> list[tuple[int, str]]:
    """Return (group, token) of each program, which may enter in a group of its own."""
    from scorekeeper.models import Role
    from scorekeeper.people.groups import create_group
    from scorekeeper.people.programs import make_token

    groups = [create_group([f"P{n}" for n in range(1, 7)], f"h{n}", "host") for n in range(count)]
    return [
        (group.pk, make_token(group, group.members.get().pk, "bench", Role.SCORER))
        for group in groups
    ]


def commit(pks: Sequence[int], a_second: int, seconds: float) -> list[tuple[int, int, float]]:
    """Return (game, page version, time before the commit) of each change. The tables take turns."""
    from scorekeeper.live.hub import versions as versions_of
    from scorekeeper.models.sessions import GameSession, combine_versions

    begin, changes = time.monotonic(), []
    versions = versions_of(pks)
    for n in range(int(a_second * seconds)):
        time.sleep(max(0.0, begin + n / a_second - time.monotonic()))
        pk = pks[n % len(pks)]
        versions[pk] += combine_versions(1, 0)
        changes.append((pk, versions[pk], time.monotonic()))
        GameSession.objects.filter(pk=pk).note_change()
    return changes


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    job = json.loads(sys.argv[1])
    jobs = {"make": make, "programs": programs, "commit": commit}
    print(json.dumps(jobs[job.pop("do")](**job)))
