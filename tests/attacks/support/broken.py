"""Requests that end too early, or say of their length what cannot be."""

import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress

from tests.attacks.support.http import FORM, Answer, Client, Fields, read_answer

MOST = 1_000_000  # bytes of a body, or a little more: none of our forms comes near it
TOO_MANY = (1 << 20) + 1
WAITS = 0.1  # seconds before it breaks off: by then the server reads the body


def cut_short(client: Client, request: bytes) -> Answer:
    """A byte of the body is missing, and no more comes."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(WAITS)
        connection.shutdown(socket.SHUT_WR)
        return read_answer(connection, "POST")


def hung_up(client: Client, request: bytes) -> None:
    """A byte of the body is missing, and nobody waits for the answer."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(WAITS)


def without_the_last_chunk(client: Client, request: bytes) -> Answer:
    top, body = split(request)
    with client.connect() as connection:
        connection.sendall(top + chunk(body[:-1]))
        time.sleep(WAITS)
        connection.shutdown(socket.SHUT_WR)
        return read_answer(connection, "POST")


def of_two_lengths(client: Client, request: bytes) -> Answer:
    """With Content-Length and in chunks: two servers in a row may not agree where it ends."""
    top, body = split(request)
    length = f"Content-Length: {len(body) - 1}\r\n\r\n".encode()
    return client.send(top[:-2] + length + chunk(body) + chunk(b""))


def announced_too_long(client: Client, path: str, headers: Fields = ()) -> Answer:
    own = [("Content-Type", FORM), ("Content-Length", TOO_MANY)]
    with client.connect() as connection:
        connection.sendall(client.request("POST", path, [*own, *headers]))
        return read_answer(connection, "POST")


def chunked_too_long(client: Client, path: str, headers: Fields = ()) -> Answer:
    """Sent until the server says something."""
    own = [("Content-Type", FORM), ("Transfer-Encoding", "chunked")]
    with client.connect() as connection:
        connection.sendall(client.request("POST", path, [*own, *headers]))
        sent = 0
        while sent <= TOO_MANY and not select.select([connection], [], [], 0)[0]:
            with suppress(ConnectionError):
                connection.sendall(chunk(b"a" * (1 << 14)))
            sent += 1 << 14
        return read_answer(connection, "POST")


def split(request: bytes) -> tuple[bytes, bytes]:
    """Head and body, for a body in chunks."""
    top, _, body = request.partition(b"\r\n\r\n")
    lines = [line for line in top.split(b"\r\n") if not line.startswith(b"Content-Length")]
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b"", b""]), body


def chunk(part: bytes) -> bytes:
    return f"{len(part):x}\r\n".encode() + part + b"\r\n"


CUTS: dict[str, Callable[[Client, bytes], Answer | None]] = {
    "cut short": cut_short,
    "hung up": hung_up,
    "without the last chunk": without_the_last_chunk,
    "of two lengths": of_two_lengths,
}
