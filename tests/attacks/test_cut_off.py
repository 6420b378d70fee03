"""A truncated form is never processed: its last field would have another value.

The last value of each form here is also valid without its last character.
"""

import socket
import time
from collections.abc import Callable

import pytest

from tests.attacks.support.database import snapshot
from tests.attacks.support.http import FORM, Answer, Client, Fields, read_answer
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Server

PAUSE = 0.1  # seconds, so that the server is reading the body
TOO_LONG = (1 << 20) + 1  # bytes
PATIENCE = 10  # seconds for an answer


def shut(client: Client, request: bytes) -> Answer:
    """Omit the last byte, close our direction, and wait for the response."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(PAUSE)
        connection.shutdown(socket.SHUT_WR)
        return read_answer(connection, "POST")


def hang_up(client: Client, request: bytes) -> None:
    """Omit the last byte and disconnect."""
    with client.connect() as connection:
        connection.sendall(request[:-1])
        time.sleep(PAUSE)


def send_in_chunks(client: Client, request: bytes) -> Answer:
    """Do not say how long the body is."""
    top, body = split(request)
    return client.send(top + b"\r\n" + chunk(body) + chunk(b""))


def send_two_lengths(client: Client, request: bytes) -> Answer:
    """A body with Content-Length and chunks: a proxy and the server might disagree on its end."""
    top, body = split(request)
    length = f"Content-Length: {len(body) - 1}\r\n\r\n".encode()
    return client.send(top + length + chunk(body) + chunk(b""))


def split(request: bytes) -> tuple[bytes, bytes]:
    """Return the head for a chunked body, without its last line break, and the body."""
    top, _, body = request.partition(b"\r\n\r\n")
    lines = [line for line in top.split(b"\r\n") if not line.startswith(b"Content-Length")]
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b""]), body


def chunk(part: bytes) -> bytes:
    return f"{len(part):x}\r\n".encode() + part + b"\r\n"


CUTS: dict[str, Callable[[Client, bytes], Answer | None]] = {
    "cut short": shut,
    "hung up": hang_up,
    "in chunks": send_in_chunks,
    "of two lengths": send_two_lengths,
}


def a_phone(server: Server) -> tuple[Phone, int]:
    """A database with a game."""
    phone = Phone(server.port)
    phone.timeout = PATIENCE
    return phone, phone.start()


@pytest.mark.parametrize(("headers", "saved"), [((), 302), (OUTBOX, 204)], ids=["page", "outbox"])
def test_a_truncated_round_is_refused_and_saved_when_it_is_sent_again(
    server: Server, headers: Fields, saved: int
):
    phone, game = a_phone(server)
    for slot, cut in enumerate(CUTS.values(), start=1):
        request = phone.form(f"/table/{game}/enter/", entry(slot, traps=10), headers)
        before = snapshot(server.database)
        answer = cut(phone, request)
        if answer:
            assert answer.status in (400, 411)
            assert "outbox" not in answer.headers  # the phone keeps it
        assert snapshot(server.database) == before
        assert phone.send(request).status == saved
    entries = phone.get(f"/table/{game}/record/").json["entries"]
    assert [entry["traps"] for entry in entries] == [10] * len(CUTS)


@pytest.mark.parametrize("headers", [(), OUTBOX], ids=["page", "outbox"])
def test_a_body_of_more_than_a_megabyte_is_refused_unread(server: Server, headers: Fields):
    phone, game = a_phone(server)
    own = [("Content-Type", FORM), ("Content-Length", TOO_LONG), *headers]
    with phone.connect() as connection:
        connection.sendall(phone.request("POST", f"/table/{game}/options/", own))
        answer = read_answer(connection, "POST")
    assert answer.status == 413
    assert "outbox" not in answer.headers


def test_a_form_of_almost_a_megabyte_gets_a_page_that_says_so(server: Server):
    phone, game = a_phone(server)
    answer = phone.post(f"/table/{game}/options/", [("comment", "a" * 999_800)])
    assert answer.status == 413
    assert "That is too long." in answer.text
