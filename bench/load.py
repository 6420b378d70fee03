"""Sends requests and times the responses.

It uses sockets, because Python's HTTP client takes longer than a page, and runs in a process of its
own: `python -m bench.load` reads a job as JSON from standard input and prints the result.
"""

import json
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

from tests.attacks.support.http import HERE

PATIENCE = 30
APART = 0.01  # seconds between connections
MOST = 50_000  # requests in one run


class Answers(NamedTuple):
    seconds: float
    waits: list[float]  # of each response, in seconds
    statuses: dict[str, int]

    @property
    def a_second(self) -> float:
        return len(self.waits) / self.seconds


def load(
    port: int | Sequence[int],
    requests: Sequence[bytes],
    connections: int = 1,
    seconds: float | None = None,
) -> Answers:
    """Send the requests in turn, repeatedly for so many seconds; without `seconds`, each once.

    Of several servers, each gets equally many of the connections.
    """
    ports = [port] if isinstance(port, int) else port
    job = {"ports": ports, "requests": [r.decode("latin-1") for r in requests]}
    job |= {"connections": connections, "seconds": seconds}
    command = [sys.executable, "-m", "bench.load"]
    output = subprocess.run(
        command, input=json.dumps(job).encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    return Answers(*json.loads(output))


class Connection:
    """Stays open, with at most one pending request."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.sent_at = 0.0

    def send(self, request: bytes) -> None:
        self.received, self.sent_at = b"", time.perf_counter()
        self.socket.sendall(request)

    def read_status(self) -> str | None:
        """Return the status once the whole response has arrived."""
        if not (more := self.socket.recv(1 << 18)):
            raise ConnectionError("the server closed the connection")
        self.received += more
        head, separator, body = self.received.partition(b"\r\n\r\n")
        status = head[9:12].decode()
        return (
            status if separator and (status == "304" or len(body) >= content_length(head)) else None
        )


def content_length(head: bytes) -> int:
    _, separator, rest = head.lower().partition(b"\r\ncontent-length:")
    if not separator:
        raise ValueError("a response has no Content-Length")
    return int(rest.partition(b"\r\n")[0])


def drive(
    ports: Sequence[int], requests: Sequence[bytes], connections: int, seconds: float | None
) -> Answers:
    waiting = iter(requests) if seconds is None else cycle(requests)
    waits: list[float] = []
    statuses: Counter[str] = Counter()
    with selectors.DefaultSelector() as selector:
        for number in range(connections):
            connection = Connection(ports[number % len(ports)])
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            time.sleep(APART)
        start = time.perf_counter()
        for key in selector.get_map().values():
            key.data.send(next(waiting))
        under_way = connections
        while under_way:
            if not (ready := selector.select(PATIENCE)):
                raise TimeoutError(f"{under_way} requests are not answered")
            for key, _ in ready:
                if not (status := key.data.read_status()):
                    continue
                now = time.perf_counter()
                waits.append(now - key.data.sent_at)
                statuses[status] += 1
                over = len(waits) >= MOST or (seconds is not None and now - start > seconds)
                if over or not (request := next(waiting, None)):
                    under_way -= 1
                else:
                    key.data.send(request)
        return Answers(time.perf_counter() - start, waits, dict(statuses))


if __name__ == "__main__":
    job = json.load(sys.stdin)
    job["requests"] = [request.encode("latin-1") for request in job["requests"]]
    print(json.dumps(drive(**job)))
