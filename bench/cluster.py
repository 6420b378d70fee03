"""One, two and four servers with PostgreSQL, PgBouncer and Valkey: `python -m bench cluster`.

Each server has one process. Watchers are routed by table, as docs/scale.md says. Everything runs on
this machine: servers, services, watchers and the phones that save.
"""

import os
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from bench.figure import Figure, percentile
from bench.live import measure_delivery
from bench.live_tables import make_tables, run_job
from bench.live_watchers import Watchers
from bench.machines import Machines, running_machines
from bench.memory import resident
from bench.saves_at_once import PHONES, save_rounds, start_games
from tests.attacks.support.database import PostgreSQL
from tests.attacks.support.killed import Outbox, wait_for_more
from tests.support.services import missing

COUNTS = (1, 2, 4)
WATCHERS, TABLES, A_SECOND, SECONDS = 5000, 1000, 20, 10
LATE = 3  # seconds to wait for the last event
AWAY = 20  # seconds that a service is away


def run() -> list[Figure]:
    if missing():
        sys.exit(f"bench cluster needs PostgreSQL, PgBouncer and Valkey: {missing()}")
    figures: list[Figure] = []
    for count in COUNTS:
        with running_machines(count) as machines:
            figures += measure(machines)
            if count == COUNTS[1]:
                figures += [away(machines, name) for name in ("valkey", "pool", "postgres")]
    return figures


def measure(machines: Machines) -> list[Figure]:
    count = len(machines.sites)
    of = f"{count} servers" if count > 1 else "1 server"
    print(f"{of} … (load {os.getloadavg()[0]:.1f})", file=sys.stderr, flush=True)
    saves = save_rounds(machines.ports, start_games(machines.ports).saves)
    p50, p99 = (percentile(saves.waits, percent) * 1000 for percent in (50, 99))
    return [
        Figure(f"{of}: saves a second, {PHONES} phones", f"{saves.a_second:.0f}", "≥ 300"),
        Figure("their p50 / p99", f"{p50:.0f} / {p99:.0f} ms"),
        *watch(machines),
    ]


def watch(machines: Machines) -> list[Figure]:
    watchers = make_tables(machines.environment, TABLES, WATCHERS)
    Watchers(machines.ports, watchers[:: WATCHERS // TABLES][:8]).stop()  # loads what streams need
    before = sum(map(resident, machines.pids))
    streams = Watchers(machines.ports, watchers)
    memory = (sum(map(resident, machines.pids)) - before) / len(watchers)
    time.sleep(LATE)
    listeners = listeners_by_channel(machines)
    pks = sorted({pk for pk, _ in watchers})
    job = {"pks": pks, "a_second": A_SECOND, "seconds": SECONDS}
    changes = run_job(machines.environment, do="commit", **job)
    time.sleep(LATE)
    delivery = measure_delivery(watchers, changes, streams.stop())
    crossing = sum(listeners[f"scorekeeper:game{pk}"] - 1 for pk in pks)
    what = f"commit to event, {WATCHERS:,} watchers on {TABLES:,} tables, p50 / p99"
    return [
        Figure(what, delivery.figure, "≤ 40 / 100 ms"),
        Figure("its events delivered", delivery.delivered, "all"),
        Figure("tables that more than one server hears of", str(crossing), "0"),
        Figure("memory a watcher", f"{memory:.1f} KB", "≤ 12 KB"),
    ]


def listeners_by_channel(machines: Machines) -> dict[str, int]:
    from valkey import Valkey

    client = Valkey.from_url(machines.services.valkey_url)
    names = client.pubsub_channels()
    return {name.decode(): count for name, count in client.pubsub_numsub(*names)}


def away(machines: Machines, name: str) -> Figure:
    """Stop a service while phones enter rounds, and count what is lost or doubled."""
    database = PostgreSQL(machines.environment["DATABASE_URL"])
    outboxes = [Outbox(site.port, database, later=(503,)) for site in machines.sites]
    over, service = threading.Event(), getattr(machines.services, name)
    with ThreadPoolExecutor(len(outboxes)) as threads:
        entering = [threads.submit(outbox.enter_until, over) for outbox in outboxes]
        try:
            wait_for_more(outboxes, 10)
            service.stop()
            time.sleep(AWAY)
            pages = [outbox.phone.get(f"/table/{outbox.game}/").status for outbox in outboxes]
            service.start()
            wait_for_more(outboxes, 20)
        finally:
            over.set()
        for phone in entering:
            phone.result()
    whole = sum(outbox.is_whole for outbox in outboxes)
    what = f"{name} away for {AWAY} s: phones whose rounds are all there once; pages meanwhile"
    return Figure(what, f"{whole} of {len(outboxes)}; {join(pages)}", "all")


def join(statuses: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(set(statuses))))
