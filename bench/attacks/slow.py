"""Clients that send or read slowly: the pages of others, and how soon they are disconnected."""

import time
from collections.abc import Sequence
from socket import socket

from bench.figure import Figure, percentile
from bench.site import Site
from tests.attacks.support.http import head
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server, prepare_ground
from tests.attacks.support.slow import measure_waits, slow_clients, trickle
from tests.attacks.support.wire import connect, half_a_post, is_closed

EACH = 200
ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")  # one for each kind
SETTLES, SECONDS = 3, 15  # excluding the work for their own requests
PATIENCE = 40  # seconds until a slow client must be gone


def measure(site: Site) -> list[Figure]:
    with prepare_ground("") as prepared, prepared.serving(workers=2) as server:
        return [*beside_slow_clients(server), *measure_disconnects(server)]


def beside_slow_clients(server: Server) -> list[Figure]:
    phone = Phone(server.port)
    path = f"/table/{phone.start()}/"
    measure_waits(phone, path, 3)  # warm up both processes
    alone = measure_waits(phone, path, SECONDS)
    phone.timeout = 10
    what = f"a page beside {EACH} half requests, {EACH} that trickle, {EACH} that read nothing"
    try:
        with slow_clients(server.port, EACH, ADDRESSES):
            time.sleep(SETTLES)
            beside = measure_waits(phone, path, SECONDS)
    except OSError:
        return [Figure(what, f"no answer within {phone.timeout} s", "p99 ≤ 2 times")]
    times = percentile(beside, 99) / percentile(alone, 99)
    return [
        Figure("a page alone, p50 / p99", milliseconds(alone)),
        Figure(f"{what}, p50 / p99", milliseconds(beside)),
        Figure("its p99 in times of that alone", f"{times:.1f}", "≤ 2"),
    ]


def milliseconds(taken: Sequence[float]) -> str:
    return " / ".join(f"{percentile(taken, percent) * 1000:.0f}" for percent in (50, 99)) + " ms"


def measure_disconnects(server: Server) -> list[Figure]:
    kinds = {
        "half a head": head("GET / HTTP/1.1", [("X-Half", "a")])[:-2],
        "half a body": half_a_post(server.port),
        "a body of a byte a second": half_a_post(server.port),
    }
    opened = {kind: connect(server.port) for kind in kinds}
    begin = time.monotonic()
    for kind, sent in kinds.items():
        opened[kind].sendall(sent)
    with trickle([opened["a body of a byte a second"]]):
        closed = wait_until_closed(opened, begin)
    for connection in opened.values():
        connection.close()
    aims = {"half a body": "10 s", "a body of a byte a second": "30 s"}
    never = dict.fromkeys(kinds, f"not in {PATIENCE} s")
    results = {**never, **closed}
    return [
        Figure(f"sent away: {kind}", when, aims.get(kind, "")) for kind, when in results.items()
    ]


def wait_until_closed(opened: dict[str, socket], begin: float) -> dict[str, str]:
    """Return the time at which each was closed."""
    closed: dict[str, str] = {}
    while len(closed) < len(opened) and time.monotonic() - begin < PATIENCE:
        for kind in opened.keys() - closed.keys():
            if is_closed(opened[kind]):
                closed[kind] = f"after {time.monotonic() - begin:.0f} s"
        time.sleep(0.1)
    return closed
