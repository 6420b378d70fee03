"""Requests that are truncated, or have an invalid length."""

import socket
import time
from collections.abc import Callable

from tests.attacks.support.http import FORM, Answer, Client, Fields, read_answer

MOST = 1_000_000  # bytes; the server accepts slightly more, and our forms need far less
TOO_MANY = (1 << 20) + 1
PAUSE = 0.1  # seconds, so that the server is reading the body


def send_truncated(client: Client, request: bytes) -> Answer:
    """Omit the last byte, close our direction, and wait for the response."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(PAUSE)
        connection.shutdown(socket.SHUT_WR)
        return read_answer(connection, "POST")


def send_and_hang_up(client: Client, request: bytes) -> None:
    """Omit the last byte and disconnect."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(PAUSE)


def send_in_chunks(client: Client, request: bytes) -> Answer:
    """Do not say how long the body is."""
    top, body = split(request)
    return client.send(top + b"\r\n" + chunk(body) + chunk(b""))


def send_two_lengths(client: Client, request: bytes) -> Answer:
    """With Content-Length and in chunks: a proxy and the server might disagree about its end."""
    top, body = split(request)
    length = f"Content-Length: {len(body) - 1}\r\n\r\n".encode()
    return client.send(top + length + chunk(body) + chunk(b""))


def announce_too_long(client: Client, path: str, headers: Fields = ()) -> Answer:
    own = [("Content-Type", FORM), ("Content-Length", TOO_MANY)]
    with client.connect() as connection:
        connection.sendall(client.request("POST", path, [*own, *headers]))
        return read_answer(connection, "POST")


def split(request: bytes) -> tuple[bytes, bytes]:
    """Return the head for a chunked body, without its last line break, and the body."""
    top, _, body = request.partition(b"\r\n\r\n")
    lines = [line for line in top.split(b"\r\n") if not line.startswith(b"Content-Length")]
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b""]), body


def chunk(part: bytes) -> bytes:
    return f"{len(part):x}\r\n".encode() + part + b"\r\n"


CUTS: dict[str, Callable[[Client, bytes], Answer | None]] = {
    "cut short": send_truncated,
    "hung up": send_and_hang_up,
    "in chunks": send_in_chunks,
    "of two lengths": send_two_lengths,
}
