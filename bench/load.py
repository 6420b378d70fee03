"""Sends requests and times the answers, from a process of its own: Python's own HTTP client costs more than a page.

`python -m bench.load` reads a job as JSON from standard input and answers with what it got.
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

from bench.site import HOST

PATIENCE = 30
APART = 0.01  # seconds between connections: of many at one instant, one process takes all
MOST = 50_000  # requests in one go, however fast they are answered


class Answers(NamedTuple):
    seconds: float
    waits: list[float]  # one an answer, in seconds
    statuses: dict[str, int]

    @property
    def a_second(self) -> float:
        return len(self.waits) / self.seconds


def load(
    port: int, requests: Sequence[bytes], connections: int = 1, seconds: float | None = None
) -> Answers:
    """Sends the requests in turn, over and over for so many seconds; without them, each once."""
    job = {"port": port, "requests": [r.decode("latin-1") for r in requests]}
    job |= {"connections": connections, "seconds": seconds}
    command = [sys.executable, "-m", "bench.load"]
    got = subprocess.run(
        command, input=json.dumps(job).encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    return Answers(*json.loads(got))


class Connection:
    """Kept open, with at most one request under way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""
        self.asked = 0.0

    def ask(self, request: bytes) -> None:
        self.got, self.asked = b"", time.perf_counter()
        self.socket.sendall(request)

    def answered(self) -> str | None:
        """The status, once the whole answer is here."""
        if not (more := self.socket.recv(1 << 18)):
            raise ConnectionError("the server hung up")
        self.got += more
        head, found, body = self.got.partition(b"\r\n\r\n")
        status = head[9:12].decode()
        return status if found and (status == "304" or len(body) >= length(head)) else None


def length(head: bytes) -> int:
    _, found, rest = head.lower().partition(b"\r\ncontent-length:")
    if not found:
        raise ValueError("an answer does not say how long it is")
    return int(rest.partition(b"\r\n")[0])


def drive(port: int, requests: Sequence[bytes], connections: int, seconds: float | None) -> Answers:
    waiting = iter(requests) if seconds is None else cycle(requests)
    waits: list[float] = []
    statuses: Counter[str] = Counter()
    with selectors.DefaultSelector() as selector:
        start = time.perf_counter()
        for _ in range(connections):
            connection = Connection(port)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            connection.ask(next(waiting))
            time.sleep(APART)
        under_way = connections
        while under_way:
            if not (ready := selector.select(PATIENCE)):
                raise TimeoutError(f"{under_way} requests are not answered")
            for key, _ in ready:
                if not (status := key.data.answered()):
                    continue
                now = time.perf_counter()
                waits.append(now - key.data.asked)
                statuses[status] += 1
                over = len(waits) >= MOST or (seconds is not None and now - start > seconds)
                if over or not (request := next(waiting, None)):
                    under_way -= 1
                else:
                    key.data.ask(request)
        return Answers(time.perf_counter() - start, waits, dict(statuses))


if __name__ == "__main__":
    job = json.load(sys.stdin)
    job["requests"] = [request.encode("latin-1") for request in job["requests"]]
    print(json.dumps(drive(**job)))
