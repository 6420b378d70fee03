"""Devices that watch tables, all in one process of its own: `python -m bench.live_watchers` reads who watches what as
JSON from standard input, says "ready" when all have their first state, and when its input ends, what each was told.
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

from bench.site import HOST

AT_ONCE = 50  # connections that wait for their first state


class Told(NamedTuple):
    watcher: int
    version: int
    at: float


class Watching:
    """Starts the watchers and waits until all are told the first state."""

    def __init__(self, port: int, watchers: Sequence[tuple[int, str]]) -> None:
        command = [sys.executable, "-m", "bench.live_watchers", str(port)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(json.dumps(watchers).encode() + b"\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != b"ready\n":
            raise RuntimeError("the watchers did not all get in")

    def end(self) -> list[Told]:
        """What they were told since, in order."""
        told = self.process.communicate()[0]
        return [Told(*one) for one in json.loads(told)]


class Watcher:
    def __init__(self, number: int, port: int, pk: int, secret: str) -> None:
        self.number, self.got = number, b""
        self.socket = socket.create_connection((HOST, port), timeout=30)
        request = (
            f"GET /live/{pk}/ HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: device={secret}\r\n\r\n"
        )
        self.socket.sendall(request.encode())

    def hear(self) -> list[int]:
        if not (more := self.socket.recv(1 << 16)):
            raise ConnectionError(f"the server hung up on watcher {self.number}: {self.got!r}")
        *frames, self.got = (self.got + more).split(b"\n\n")
        return [int(found[1]) for frame in frames if (found := re.search(rb"data:(\d+)", frame))]


def watch(port: int, watchers: Sequence[tuple[int, str]]) -> list[Told]:
    told: list[Told] = []
    with selectors.DefaultSelector() as selector:
        waiting: set[int] = set()

        def listen(seconds: float | None) -> bool:
            """Whether there is more to come."""
            for key, _ in selector.select(seconds):
                if not key.data:
                    return False
                versions, now = key.data.hear(), time.monotonic()
                waiting.discard(key.data.number)
                told.extend(Told(key.data.number, version, now) for version in versions)
            return True

        for number, (pk, secret) in enumerate(watchers):
            watcher = Watcher(number, port, pk, secret)
            waiting.add(number)
            selector.register(watcher.socket, selectors.EVENT_READ, watcher)
            while len(waiting) >= AT_ONCE:
                listen(30)
        while waiting:
            listen(30)
        told.clear()
        print("ready", flush=True)
        selector.register(sys.stdin, selectors.EVENT_READ, None)
        while listen(None):
            pass
    return told


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(watch(int(sys.argv[1]), json.loads(sys.stdin.readline()))))
