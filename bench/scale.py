"""Computes from measured costs what a site of some size needs: `python -m bench scale`.

`python -m bench scale measure` measures the costs first, on this machine. What it computes for one,
two and four servers stands beside what they managed when the costs were measured.
"""

import json
from math import ceil
from typing import Any, NamedTuple

from bench import costs
from bench.figure import Figure

UTILISATION = 0.6  # of a core, so that waiting times stay short
CORES, GIGABYTES = 8, 16  # of a machine for the app
LARGEST_DATABASE = 32  # cores of one PostgreSQL server
PROCESS = 75_000  # kilobytes, without watchers
MOST_WATCHERS = 10_000  # of one process (live/hub.py)
ROUND = 90  # seconds from one round of a table to the next
PARTS = ("app", "database", "pool", "valkey")
AIM = 0.2  # by which a prediction may be wrong


class Size(NamedTuple):
    name: str
    tables: int
    phones: int  # at each table, all with an open page


SIZES = (
    Size("1,000 tables, 4 phones each", 1_000, 4),
    Size("100,000 tables, 4 phones each", 100_000, 4),
    Size("a million watchers: 100,000 tables, 10 phones each", 100_000, 10),
)


def run(what: str = "") -> list[Figure]:
    if what == "measure":
        costs.measure()
    first, *loads = map(json.loads, costs.FILE.read_text().splitlines())
    measured = {**first, "loads": loads}
    figures = [figure for size in SIZES for figure in needs(measured, size)]
    return figures + [prediction(measured, one) for one in measured["loads"]]


def needs(measured: dict[str, Any], size: Size) -> list[Figure]:
    """Each save is shown by every phone: an event, and a page, which is new for the first one."""
    busy = busy_cores(measured, size)
    watchers = size.tables * size.phones
    processes = max(ceil(busy["app"] / UTILISATION), ceil(watchers / MOST_WATCHERS))
    memory = processes * PROCESS + watchers * measured["kilobytes_a_watcher"]
    machines = max(ceil(processes / CORES), ceil(memory / 2**20 / GIGABYTES))
    used = {part: busy[part] / UTILISATION for part in PARTS[1:]}
    pools = max(1, ceil(used["pool"]))  # one core each
    return [
        Figure(
            size.name,
            f"{size.tables / ROUND:,.0f} saves, {watchers / ROUND:,.0f} pages a second",
        ),
        Figure("processes of the app; their memory", f"{processes:,}; {memory / 2**20:,.1f} GB"),
        Figure(f"machines for the app, with {CORES} cores", f"{machines:,}"),
        Figure("cores for PostgreSQL", f"{used['database']:,.1f}"),
        Figure("processes of PgBouncer; cores for Valkey", f"{pools}; {used['valkey']:.1f}"),
        Figure("what is at its limit first", first_limit(used)),
    ]


def busy_cores(measured: dict[str, Any], size: Size) -> dict[str, float]:
    """The app sends an event to each watcher. Services have the same work for each change."""
    saves = size.tables / ROUND
    shown, watchers = saves * size.phones, size.tables * size.phones
    page, save, new_page = (cost_of(measured, what) for what in ("page", "save", "new page"))
    sent = dict.fromkeys(PARTS, saves) | {"app": shown / measured["watchers_a_table"]}
    return {
        part: saves * (save[part] + new_page[part])
        + (shown - saves) * page[part]
        + sent[part] * measured["event"][part]
        + watchers * measured["watcher_second"][part]
        for part in PARTS
    }


def cost_of(measured: dict[str, Any], what: str) -> dict[str, Any]:
    """Return the costs with one server."""
    return next(one for one in measured["loads"] if one["what"] == what)


def first_limit(used: dict[str, float]) -> str:
    """Return which of the two that are one server each is used most. Valkey uses one core."""
    shares = {"PostgreSQL": used["database"] / LARGEST_DATABASE, "Valkey": used["valkey"]}
    name = max(shares, key=lambda name: shares[name])
    cores = {"PostgreSQL": LARGEST_DATABASE, "Valkey": 1}[name]
    state = "within" if shares[name] <= 1 else "beyond"
    return f"{name}, {shares[name]:.0%} of its {cores} cores: {state} its limit"


def prediction(measured: dict[str, Any], one: dict[str, Any]) -> Figure:
    """Compute a rate from the costs with one server, for the cores that all processes got.

    Other programs take the rest. A process of the app uses one core at most.
    """
    cost = cost_of(measured, one["what"])
    everything = sum(cost[part] for part in (*PARTS, "client"))
    predicted = min(one["servers"] / cost["app"], one["cores"] / everything)
    error = predicted / one["a_second"] - 1
    what = f"{one['what']}s a second, {one['servers']} servers on {one['cores']:.1f} cores"
    got = f"{predicted:.0f} computed, {one['a_second']:.0f} measured: {error:+.0%}"
    return Figure(what, got, f"± {AIM:.0%}")
