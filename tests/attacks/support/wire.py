"""Raw connections."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.attacks.support.http import FORM, HERE, TOKEN, head

HALF = [("Content-Type", FORM), ("Content-Length", 100), ("Cookie", f"csrftoken={TOKEN}")]
BUFFER = 2048  # bytes, of the receive buffer: the smallest that the system allows


@contextmanager
def connections(
    port: int, count: int, address: str = HERE, buffer: int = 0
) -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            opened.append(connect(port, address, buffer))
        yield opened
    finally:
        for connection in opened:
            connection.close()


def connect(port: int, address: str = HERE, buffer: int = 0) -> socket.socket:
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(30)
    connection.bind((address, 0))
    connection.connect((HERE, port))
    return connection


def half_a_post(port: int) -> bytes:
    return head("POST /theme/ HTTP/1.1", [("Host", f"{HERE}:{port}"), *HALF])


def requests(port: int, path: str, count: int) -> bytes:
    """Several requests in a row (pipelining)."""
    return head(f"GET {path} HTTP/1.1", [("Host", f"{HERE}:{port}")]) * count


def is_closed(connection: socket.socket) -> bool:
    """Return whether the other side has disconnected, without waiting."""
    connection.setblocking(False)
    try:
        return not connection.recv(1 << 16)
    except BlockingIOError:
        return False
    except OSError:
        return True


def wait_for_closed(connections: Sequence[socket.socket], seconds: float, count: int) -> bool:
    """Wait until `count` of them are closed. Returns False after so many seconds."""
    deadline, open_ones = time.monotonic() + seconds, list(connections)
    while len(connections) - len(open_ones) < count and time.monotonic() < deadline:
        open_ones = [connection for connection in open_ones if not is_closed(connection)]
        time.sleep(0.05)
    return len(connections) - len(open_ones) >= count
