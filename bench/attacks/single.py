"""Single requests that may cost much: home beside each of them, and the memory that they leave."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import NamedTuple

from bench.attacks.costly import Costly, rows
from bench.figure import Figure
from bench.memory import resident
from bench.site import Site
from tests.attacks.support.http import HERE
from tests.attacks.support.server import Server, prepare_ground
from tests.attacks.support.world import World

CUT_OFF = 10  # seconds until a server that hangs is started again
NOTHING = f"no answer in {CUT_OFF} s"
MOST_COSTLY = 3  # of similar requests are sent with home beside them
TRIES = 3
PAUSE = 0.005  # seconds between two visits of home
OTHER = "127.0.0.2"  # the address of the visitor of home
NOTED, CHEAP = 0.05, 0.2  # seconds of processor time
HOME, MEMORY = 200, 30  # ms, MB: the aims
TIMES, ENOUGH = 1000, 10  # requests of each kind, or so many seconds


class Cost(NamedTuple):
    costly: Costly
    answer: str
    seconds: float  # of processor time

    @property
    def is_cheap(self) -> bool:
        """Whether it is not refused, and can be sent a thousand times."""
        return self.seconds < CHEAP and self.answer in ("200", "302", "304", "404", "409", "422")


def measure(site: Site) -> list[Figure]:
    if not Path("/proc/self/stat").exists():
        return [Figure("single requests", "not measured: needs Linux")]
    with prepare_ground("") as prepared, prepared.serving() as server:
        figures = [Figure("home alone, the slowest in 2 s", f"{slowest_alone(server):.0f} ms")]
        large: dict[str, Costly] = {}
        for what, requests in rows(World(server)):
            costs = [cost_of(server, costly) for costly in requests]
            figures.append(row(server, what, costs))
            if cheap := [cost.costly for cost in costs if cost.is_cheap]:
                large[what] = max(cheap, key=lambda costly: len(costly.request))
        errors = ", ".join(sorted(server.logged_errors())) or "none"
        figures.append(Figure("kinds of tracebacks in the log", errors, "none"))
        return [*figures, *memory_after(server, large)]


def row(server: Server, what: str, costs: list[Cost]) -> Figure:
    """Home beside the most costly of these requests."""
    costs.sort(key=lambda cost: cost.seconds)
    for cost in costs:
        if cost.seconds > NOTED:
            print(f"  {cost.seconds:.2f} s, {cost.answer}: {cost.costly.what}", file=sys.stderr)
    slowest = {time_of_home(server, cost): cost for cost in costs[-MOST_COSTLY:]}
    home, worst = max(slowest), slowest[max(slowest)]
    got = f"home {home:.0f} ms, {worst.answer}, {worst.seconds * 1000:.0f} ms of processor time"
    return Figure(f"{what}, worst of {len(costs)}: {worst.costly.what}", got, f"≤ {HOME} ms")


def time_of_home(server: Server, cost: Cost) -> float:
    tries = TRIES if cost.answer != NOTHING else 1
    return median(slowest_beside(server, cost.costly.request) for _ in range(tries))


def cost_of(server: Server, costly: Costly) -> Cost:
    before = processor_time(server)
    answer = send(server, costly.request)
    return Cost(costly, answer, processor_time(server) - before if answer != NOTHING else CUT_OFF)


def send(server: Server, request: bytes) -> str:
    """Return the status, or how the connection ended. A server that hangs is started again."""
    try:
        with socket.create_connection((HERE, server.port), CUT_OFF) as connection:
            with suppress(ConnectionError):  # it is refused before all of it has arrived
                connection.sendall(request)
            answer = connection.recv(1 << 16)
    except TimeoutError:
        server.kill()
        server.start()
        return NOTHING
    except ConnectionError:
        return "closed"
    return answer[9:12].decode() or "closed"


def slowest_alone(server: Server) -> float:
    with visits(server) as times:
        time.sleep(2)
    return max(end - begin for begin, end in times) * 1000


def slowest_beside(server: Server, request: bytes) -> float:
    """The slowest answer of home, in ms, from this request to its answer."""
    with visits(server) as times:
        sent = time.monotonic()
        send(server, request)
        answered = len(times)
        while len(times) < answered + 2:
            time.sleep(PAUSE)
    return max(end - begin for begin, end in times if end > sent) * 1000


@contextmanager
def visits(server: Server) -> Iterator[list[tuple[float, float]]]:
    """Open home again and again from another address: the begin and the end of each visit."""
    over, warm, times = Event(), Event(), []

    def visit() -> None:
        home = HTTPConnection(HERE, server.port, CUT_OFF, source_address=(OTHER, 0))
        while not over.is_set():
            begin = time.monotonic()
            try:
                home.request("GET", "/")
                home.getresponse().read()
            except (OSError, HTTPException):  # it hangs, or is being started again
                home.close()
            times.append((begin, time.monotonic()))
            if len(times) > 5:
                warm.set()
            time.sleep(PAUSE)
        home.close()

    thread = Thread(target=visit)
    thread.start()
    warm.wait(CUT_OFF)
    try:
        yield times
    finally:
        over.set()
        thread.join()


def memory_after(server: Server, large: dict[str, Costly]) -> list[Figure]:
    """A thousand of each of these requests, with different values: what their memory grows by."""
    server.kill()
    server.start()
    for costly in large.values():
        send(server, costly.request)
    first, grown = memory(server), {}
    for what, costly in large.items():
        before, until, count = memory(server), time.monotonic() + ENOUGH, 0
        while count < TIMES and time.monotonic() < until:
            send(server, costly.numbered(count))
            count += 1
        grown[f"{count} × {what}: {costly.what}"] = memory(server) - before
    what, most = max(grown.items(), key=lambda item: item[1])
    got = f"{first:.0f} → {memory(server):.0f} MB"
    return [
        Figure(f"memory after up to {TIMES:,} of each row", got, f"≤ +{MEMORY} MB"),
        Figure(f"most of it after {what}", f"+{most:.0f} MB"),
    ]


def processes(pid: int) -> Iterator[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from processes(int(child))


def memory(server: Server) -> float:
    return sum(resident(pid) for pid in processes(server.process.pid)) / 1024


def processor_time(server: Server) -> float:
    """The seconds that all processes of the server have computed."""
    clocks = ((~pid << 3) | 2 for pid in processes(server.process.pid))  # see clock_getcpuclockid
    return sum(map(time.clock_gettime, clocks))
