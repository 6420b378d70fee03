"""Clients that send half a request, or a byte a second, or do not read their responses."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from socket import socket
from threading import Event, Thread

from tests.attacks.support.http import HERE, Client
from tests.attacks.support.wire import BUFFER, connections, half_a_post, requests

DEAF_REQUESTS = 5  # per connection: their responses exceed the system's buffers


@contextmanager
def slow_clients(port: int, each: int, addresses: Sequence[str] = (HERE,) * 3) -> Iterator[None]:
    """Run `each` clients of the three kinds."""
    with ExitStack() as stack:
        opened = (connections(port, each, address, BUFFER) for address in addresses)
        half, trickling, deaf = map(stack.enter_context, opened)
        for connection in (*half, *trickling):
            connection.sendall(half_a_post(port))
        style = largest_style(port)
        for connection in deaf:
            connection.sendall(requests(port, style, DEAF_REQUESTS))
        stack.enter_context(trickle(trickling))
        yield


def largest_style(port: int) -> str:
    """The longest response that costs the server little."""
    client = Client(port)
    paths = re.findall('href="([^"]+[.]css)"', client.get("/").text)
    return max(paths, key=lambda path: len(client.get(path).body))


@contextmanager
def trickle(trickling: Sequence[socket]) -> Iterator[None]:
    over = Event()

    def send_a_byte_a_second() -> None:
        while not over.wait(1):
            for connection in trickling:
                with suppress(OSError):  # the server disconnected, as it should
                    connection.sendall(b"a")

    thread = Thread(target=send_a_byte_a_second)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def measure_waits(client: Client, path: str, seconds: float) -> list[float]:
    """Fetch the page repeatedly for so many seconds. Returns the time of each."""
    until, times = time.monotonic() + seconds, []
    while (begin := time.monotonic()) < until:
        assert client.get(path).status == 200
        times.append(time.monotonic() - begin)
    return times
