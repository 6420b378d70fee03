"""The cost of a page, a save, a watcher and an event, in processor time of each kind of process.

`python -m bench scale measure` writes them to costs.json, beside what one, two and four servers
managed at the same time. bench/scale.py computes with them.
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
from bench.machines import TICKS, Machines, processor_time, running_machines, service_pids
from bench.memory import resident
from bench.pages import create_table
from bench.saves_at_once import save_rounds, start_games
from bench.visitor import Visitor

FILE = Path(__file__).with_name("costs.json")
COUNTS = (1, 2, 4)
TABLES, WATCHERS, A_SECOND, SECONDS = 200, 1000, 20, 15
AT_ONCE, LOAD_SECONDS = 16, 4


def measure() -> None:
    costs: dict[str, object] = {"cores": os.cpu_count(), "python": sys.version.split()[0]}
    rates: list[dict[str, float]] = []
    for count in COUNTS:
        with running_machines(count) as machines:
            rates += [{"servers": count, **rate} for rate in loads(machines)]
            if count == 1:
                costs |= watching(machines)
    costs["loads"] = rates
    FILE.write_text(json.dumps(costs, indent=2) + "\n")


def loads(machines: Machines) -> list[dict[str, float]]:
    """Return how many pages, saves and new pages there were in a second, and what each cost.

    A new page is the first one after a save. Later ones are put together from what was kept.
    """
    visitor = Visitor(machines.ports[0])
    page = visitor.request("GET", create_table(visitor))
    load(machines.ports, [page], AT_ONCE, 1)  # warm up
    games = start_games(machines.ports)
    runs: dict[str, Callable[[], Answers]] = {
        "page": lambda: load(machines.ports, [page], AT_ONCE, LOAD_SECONDS),
        "save": lambda: save_rounds(machines.ports, games.saves),
        "new page": lambda: load(machines.ports, games.pages, AT_ONCE),
    }
    return [{"what": name, **costs_of(machines, run)} for name, run in runs.items()]


def costs_of(machines: Machines, run: Callable[[], Answers]) -> dict[str, float]:
    """Return the rate, what one answer cost, and how many cores all processes got together."""
    before, clients = used(machines), os.times()
    answers = run()
    after, late, count = used(machines), os.times(), len(answers.waits)
    client = late.children_user + late.children_system
    client -= clients.children_user + clients.children_system
    return {
        "a_second": answers.a_second,
        "cores": (sum(after.values()) - sum(before.values()) + client) / answers.seconds,
        "client": client / count,
        **{name: (after[name] - before[name]) / count for name in after},
    }


def used(machines: Machines) -> dict[str, float]:
    """Return the processor time so far of each kind of process."""
    services = machines.services
    return {
        "app": processor_time(machines.pids),
        "database": processor_time(service_pids(services.postgres)),
        "pool": processor_time(service_pids(services.pool)),
        "valkey": processor_time(service_pids(services.valkey)),
    }


def watching(machines: Machines) -> dict[str, object]:
    """Return what a watcher costs in a second without changes, and what a change costs."""
    watchers = make_tables(machines.environment, TABLES, WATCHERS)
    Watchers(machines.ports, watchers[:1]).stop()  # loads what streams need
    memory = sum(map(resident, machines.pids))
    streams = Watchers(machines.ports, watchers)
    memory = (sum(map(resident, machines.pids)) - memory) / WATCHERS
    time.sleep(2)
    idle = used_within(machines, lambda: time.sleep(SECONDS))
    pks = sorted({pk for pk, _ in watchers})
    job = {"pks": pks, "a_second": A_SECOND, "seconds": SECONDS}
    changing = used_within(machines, lambda: run_job(machines.environment, do="commit", **job))
    streams.stop()
    changes = A_SECOND * SECONDS
    return {
        "kilobytes_a_watcher": memory,
        "watcher_second": {
            name: (seconds if seconds > 1.5 / TICKS else 0.0) / SECONDS / WATCHERS  # one is noise
            for name, seconds in idle.items()
        },
        "watchers_a_table": WATCHERS / TABLES,
        "event": {
            name: max(0.0, seconds - idle[name]) / changes for name, seconds in changing.items()
        },
    }


def used_within(machines: Machines, run: Callable[[], object]) -> dict[str, float]:
    before = used(machines)
    run()
    return {name: seconds - before[name] for name, seconds in used(machines).items()}
