"""Silent connections: the pages of another visitor, the timeouts, and the log."""

import time
from http.client import HTTPException
from pathlib import Path

from bench.attacks.idlers import Idlers
from bench.figure import Figure, percentile
from bench.memory import resident
from bench.site import Site
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server, prepare_ground
from tests.attacks.support.wire import connections, wait_for_closed

COUNT, PROCESSES = 20_000, 4
FROM_ONE, MORE = 200, 300
SECONDS = 90  # an idle connection is closed after 75
VISITS, PATIENCE = 50, 10


def measure(site: Site) -> list[Figure]:
    with prepare_ground("") as prepared:
        with prepared.serving() as server:
            figures = from_one_address(server)
        with prepared.serving() as server:
            return [*figures, *from_many_addresses(server)]


def from_one_address(server: Server) -> list[Figure]:
    with connections(server.port, FROM_ONE), connections(server.port, MORE) as more:
        begin = time.monotonic()
        closed = wait_for_closed(more, 10, len(more))
        took = f"all {MORE} in {time.monotonic() - begin:.1f} s" if closed else "not closed"
    return [Figure(f"beyond {FROM_ONE} connections from one address: closed", took, "at once")]


def from_many_addresses(server: Server) -> list[Figure]:
    before = len(server.log().splitlines())
    share = COUNT // PROCESSES
    idlers = [Idlers(server.port, share, 10 + n, SECONDS) for n in range(PROCESSES)]
    opened = sum(one.wait_until_open() for one in idlers)
    resources = describe_resources(*server.workers_now())
    visits = visit(server)
    durations = [seconds for one in idlers for seconds in one.read_durations()]
    lines = server.log().splitlines()[before:]
    return [
        Figure("silent connections from 100 addresses", f"{opened:,}"),
        Figure("files and memory that the server holds then", resources),
        Figure(f"pages for a visitor beside them, of {VISITS}, p50 / p99", visits, "all"),
        Figure("closed when idle, p50 / p99", describe_durations(durations, opened), "75 s"),
        Figure("lines in the log meanwhile", f"{len(lines)}", "a few"),
        *(Figure("its last line", line[:80]) for line in lines[-1:]),
    ]


def describe_resources(pid: int) -> str:
    if not Path(f"/proc/{pid}/fd").exists():
        return "not measured: needs Linux"
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return f"{files:,}, {resident(pid) / 1024:.0f} MB"


def visit(server: Server) -> str:
    phone, taken = Phone(server.port), []
    phone.timeout = PATIENCE
    for _ in range(VISITS):
        begin = time.monotonic()
        try:
            if phone.get("/").status != 200:
                continue
        except (OSError, HTTPException):
            continue
        taken.append(time.monotonic() - begin)
    if not taken:
        return "none"
    p50, p99 = (percentile(taken, percent) * 1000 for percent in (50, 99))
    return f"{len(taken)}: {p50:.0f} / {p99:.0f} ms"


def describe_durations(durations: list[float], opened: int) -> str:
    if not durations:
        return f"none of {opened:,} in {SECONDS} s"
    p50, p99 = (percentile(durations, percent) for percent in (50, 99))
    return f"{len(durations):,} of {opened:,}: {p50:.0f} / {p99:.0f} s"
