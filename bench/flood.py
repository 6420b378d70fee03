"""Sends requests at a fixed rate, whether or not earlier ones are answered, as a crowd does.

It runs in a process of its own: `python -m bench.flood` reads a job as JSON from standard input.
"""

import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.load import Connection

CONNECTIONS = 900  # more than are busy at once
LATE = 5  # seconds after the last request in which answers count


class Flood(NamedTuple):
    """`waits` are the seconds until each answer, by status; `unsent` found no free connection;
    `cpu` is what the server used of the processor since all connections were open.
    """

    waits: dict[str, list[float]]
    unsent: int
    cpu: float


def flood(port: int, requests: Sequence[bytes], rate: float, seconds: float, server: int) -> Flood:
    """Send these in turn, so many in a second. `server` is the process that answers."""
    job = {"port": port, "requests": [r.decode("latin-1") for r in requests]}
    job |= {"rate": rate, "seconds": seconds, "server": server}
    command = [sys.executable, "-m", "bench.flood"]
    output = subprocess.run(
        command, input=json.dumps(job).encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    return Flood(*json.loads(output))


def drive(port: int, requests: Sequence[bytes], rate: float, seconds: float, server: int) -> Flood:
    waits: dict[str, list[float]] = {}
    idle = deque(Connection(port) for _ in range(CONNECTIONS))
    sent = unsent = busy = 0
    with selectors.DefaultSelector() as selector:
        for connection in idle:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        time.sleep(1)  # until the server has accepted all of them
        used, start = cpu_seconds(server), time.perf_counter()
        while busy or sent + unsent < rate * seconds:
            now = time.perf_counter() - start
            if now > seconds + LATE:
                break
            while sent + unsent < min(now, seconds) * rate:
                if not idle:
                    unsent += 1
                    continue
                idle.popleft().send(requests[(sent + unsent) % len(requests)])
                sent, busy = sent + 1, busy + 1
            for key, _ in selector.select(0.002):
                if status := key.data.read_status():
                    waits.setdefault(status, []).append(time.perf_counter() - key.data.sent_at)
                    idle.append(key.data)
                    busy -= 1
    return Flood(waits, unsent, cpu_seconds(server) - used)


def cpu_seconds(pid: int) -> float:
    """The time that the process has used of the processor. Needs Linux."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    job = json.load(sys.stdin)
    job["requests"] = [request.encode("latin-1") for request in job["requests"]]
    print(json.dumps(drive(**job)))
