"""A server that is killed while rounds are entered, or whose first process is killed."""

import time

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.killed import enter_and_kill
from tests.attacks.support.server import Ground, prepare_ground

KILLS, PHONES, PARENTS = 30, 2, 5  # on each database
PATIENCE = 5  # seconds until no process is left


def measure(site: Site) -> list[Figure]:
    figures = [enter_during_kills(prepared, database) for database, prepared in grounds()]
    with prepare_ground("") as prepared:
        return [*figures, kill_parents(prepared)]


def enter_during_kills(prepared: Ground, database: str) -> Figure:
    with prepared.serving() as server:
        outboxes = enter_and_kill(server, PHONES, KILLS, seed=1)
        sent = sum(len(outbox.sent) for outbox in outboxes)
        what = f"{sent:,} rounds over {KILLS} kills, {database}"
        complete = sum(outbox.is_whole for outbox in outboxes)
    return Figure(f"{what}: phones with all, once, in order", f"{complete} of {PHONES}", "all")


def kill_parents(prepared: Ground) -> Figure:
    gone, seconds = 0, 0.0
    for _ in range(PARENTS):
        with prepared.serving(workers=2) as server:
            server.kill_parent()
            begin = time.monotonic()
            gone += server.ends_within(PATIENCE)
            seconds = max(seconds, time.monotonic() - begin)
    what = f"the first of three processes killed: all gone within {PATIENCE} s"
    return Figure(what, f"{gone} of {PARENTS}, the slowest in {seconds:.1f} s", "all")
