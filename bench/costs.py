"""The cost of a page, a save, a watcher and an event, in processor time of each kind of process.

`python -m bench scale measure` writes them to costs.jsonl: first what watchers and events cost,
then a line for each load on one, two and four servers. bench/scale.py computes with them.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.live_tables import make_tables, run_job
from bench.live_watchers import Watchers
from bench.load import Answers, load
from bench.memory import resident
from bench.pages import create_table
from bench.saves_at_once import save_rounds, start_games
from bench.site import PLENTY
from bench.visitor import Visitor
from tests.attacks.support.cluster import Cluster, running_cluster
from tests.support.services import Service

FILE = Path(__file__).with_name("costs.jsonl")
COUNTS = (1, 2, 4)
CONNECTIONS = 20  # of the pool
TABLES, WATCHERS, A_SECOND, SECONDS = 200, 1000, 20, 15
AT_ONCE, LOAD_SECONDS = 16, 4
TICKS = os.sysconf("SC_CLK_TCK")  # of processor time in a second


def measure() -> None:
    costs: dict[str, object] = {"cores": os.cpu_count(), "python": sys.version.split()[0]}
    rates: list[dict[str, object]] = []
    for count in COUNTS:
        with running_cluster(count, CONNECTIONS, fsync=True, **PLENTY) as cluster:
            rates += [{"servers": count, **rate} for rate in loads(cluster)]
            if count == 1:
                costs |= watching(cluster)
    FILE.write_text("".join(f"{json.dumps(line)}\n" for line in (costs, *rates)))


def loads(cluster: Cluster) -> list[dict[str, object]]:
    """Return how many pages, saves and new pages there were in a second, and what each cost.

    A new page is the first one after a save. Later ones are put together from what was kept.
    """
    ports = ports_of(cluster)
    visitor = Visitor(ports[0])
    page = visitor.request("GET", create_table(visitor))
    load(ports, [page], AT_ONCE, 1)  # warm up
    games = start_games(ports)
    runs: dict[str, Callable[[], Answers]] = {
        "page": lambda: load(ports, [page], AT_ONCE, LOAD_SECONDS),
        "save": lambda: save_rounds(ports, games.saves),
        "new page": lambda: load(ports, games.pages, AT_ONCE),
    }
    return [{"what": name, **costs_of(cluster, run)} for name, run in runs.items()]


def costs_of(cluster: Cluster, run: Callable[[], Answers]) -> dict[str, float]:
    """Return the rate, what one answer cost, and how many cores all processes got together."""
    before, clients = used(cluster), os.times()
    answers = run()
    after, late, count = used(cluster), os.times(), len(answers.waits)
    client = late.children_user + late.children_system
    client -= clients.children_user + clients.children_system
    return {
        "a_second": answers.a_second,
        "cores": (sum(after.values()) - sum(before.values()) + client) / answers.seconds,
        "client": client / count,
        **{name: (after[name] - before[name]) / count for name in after},
    }


def watching(cluster: Cluster) -> dict[str, object]:
    """Return what a watcher costs in a second without changes, and what a change costs."""
    (server,) = cluster.servers
    watchers = make_tables(server.environment, TABLES, WATCHERS)
    Watchers(server.port, watchers[:1]).stop()  # loads what streams need
    (worker,) = server.workers_now()
    alone = used_within(cluster, lambda: time.sleep(SECONDS))
    memory = resident(worker)
    streams = Watchers(server.port, watchers)
    memory = (resident(worker) - memory) / WATCHERS
    time.sleep(2)
    idle = used_within(cluster, lambda: time.sleep(SECONDS))
    pks = sorted({pk for pk, _ in watchers})
    job = {"pks": pks, "a_second": A_SECOND, "seconds": SECONDS}
    changing = used_within(cluster, lambda: run_job(server.environment, do="commit", **job))
    streams.stop()
    changes = A_SECOND * SECONDS
    return {
        "kilobytes_a_watcher": memory,
        "watcher_second": {
            name: without_noise(seconds - alone[name]) / SECONDS / WATCHERS
            for name, seconds in idle.items()
        },
        "watchers_a_table": WATCHERS / TABLES,
        "event": {
            name: max(0.0, seconds - idle[name]) / changes for name, seconds in changing.items()
        },
    }


def without_noise(seconds: float) -> float:
    """Return a difference of two measurements, each of which may be wrong by a tick."""
    return seconds if seconds > 2.5 / TICKS else 0.0


def used_within(cluster: Cluster, run: Callable[[], object]) -> dict[str, float]:
    before = used(cluster)
    run()
    return {name: seconds - before[name] for name, seconds in used(cluster).items()}


def used(cluster: Cluster) -> dict[str, float]:
    """Return the seconds of a processor that each kind of process has used so far."""
    services = cluster.services
    workers = [pid for server in cluster.servers for pid in server.workers_now()]
    return {
        "app": processor_time(workers),
        "database": processor_time(processes_of(services.postgres)),
        "pool": processor_time(processes_of(services.pool)),
        "valkey": processor_time(processes_of(services.valkey)),
    }


def processor_time(pids: list[int]) -> float:
    """Include the children that have ended: PostgreSQL starts one for each connection."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2] for pid in pids]
    return sum(sum(map(int, stat.split()[11:15])) for stat in stats) / TICKS


def processes_of(service: Service) -> list[int]:
    pid = service.process.pid if service.process else 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def ports_of(cluster: Cluster) -> list[int]:
    return [server.port for server in cluster.servers]
