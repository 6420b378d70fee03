"""Devices that watch tables, in a process of their own.

`python -m bench.live_watchers PORT …` reads the watchers as JSON from standard input and prints
"ready" when all have received their first version. When its input ends, it prints all events.
"""

import json
import re
import resource
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.attacks.support.http import HERE, head

AT_ONCE = 50  # connections that wait for their first version


class Event(NamedTuple):
    watcher: int
    version: int
    at: float


class Watchers:
    """Starts the watchers and waits until all have received the first version.

    Of several servers, each has all watchers of a table, as behind a proxy that routes by table.
    """

    def __init__(self, port: int | Sequence[int], watchers: Sequence[tuple[int, str]]) -> None:
        ports = [port] if isinstance(port, int) else port
        command = [sys.executable, "-m", "bench.live_watchers", *map(str, ports)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(json.dumps(watchers).encode() + b"\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != b"ready\n":
            raise RuntimeError("not all watchers could connect")

    def stop(self) -> list[Event]:
        """Return the events since then, in order."""
        events = self.process.communicate()[0]
        return [Event(*event) for event in json.loads(events)]


class Watcher:
    def __init__(self, number: int, port: int, pk: int, secret: str) -> None:
        self.number, self.received = number, b""
        self.socket = socket.create_connection((HERE, port), timeout=30)
        headers = [("Host", f"{HERE}:{port}"), ("Cookie", f"device={secret}")]
        self.socket.sendall(head(f"GET /live/{pk}/ HTTP/1.1", headers))

    def read_versions(self) -> list[int]:
        if not (more := self.socket.recv(1 << 16)):
            raise ConnectionError(f"the server hung up on watcher {self.number}: {self.received!r}")
        *frames, self.received = (self.received + more).split(b"\n\n")
        return [int(match[1]) for frame in frames if (match := re.search(rb"data:(\d+)", frame))]


def watch(ports: Sequence[int], watchers: Sequence[tuple[int, str]]) -> list[Event]:
    events: list[Event] = []
    with selectors.DefaultSelector() as selector:
        waiting: set[int] = set()

        def listen(seconds: float | None) -> bool:
            """Return False when the input has ended."""
            for key, _ in selector.select(seconds):
                if not key.data:
                    return False
                versions, now = key.data.read_versions(), time.monotonic()
                waiting.discard(key.data.number)
                events.extend(Event(key.data.number, version, now) for version in versions)
            return True

        for number, (pk, secret) in enumerate(watchers):
            watcher = Watcher(number, ports[pk % len(ports)], pk, secret)
            waiting.add(number)
            selector.register(watcher.socket, selectors.EVENT_READ, watcher)
            while len(waiting) >= AT_ONCE:
                listen(30)
        while waiting:
            listen(30)
        events.clear()
        print("ready", flush=True)
        selector.register(sys.stdin, selectors.EVENT_READ, None)
        while listen(None):
            pass
    return events


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(watch([int(port) for port in sys.argv[1:]], json.loads(sys.stdin.readline()))))
