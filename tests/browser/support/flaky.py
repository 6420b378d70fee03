"""A network between phone and server that fails on demand, at any step of a request."""

import socket
from collections.abc import Callable
from contextlib import suppress

from tests.support.listening import HERE, Listener

# The fate of a request: it gets through; the connection breaks before it is sent, in the middle of
# it, after the server has handled it, or in the middle of the answer; or someone else answers, such
# as a hotel's login page.
FINE, BEFORE, DURING, COMMITTED, ANSWERING, HOTEL = range(6)
TROUBLES = (BEFORE, DURING, COMMITTED, ANSWERING, HOTEL)
LOGIN = (
    b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Type: text/html\r\n"
    b"Content-Length: 5\r\nConnection: close\r\n\r\nlogin"
)


class Network:
    """`fate` decides what happens to each entry; other requests pass, unless it is `down`, or a
    proxy gives its `own_answer`.
    """

    def __init__(self, port: int) -> None:
        self.upstream, self.down, self.own_answer = port, False, b""
        self.fate: Callable[[], int] = lambda: FINE
        self.asked: list[bytes] = []  # the first line of every request
        self.listener = Listener(self.pass_on)
        self.url = f"http://{HERE}:{self.listener.port}"

    def close(self) -> None:
        self.listener.close()

    def pass_on(self, phone: socket.socket) -> None:
        """Handle one request per connection."""
        with phone, suppress(OSError, ValueError):
            phone.settimeout(60)
            request = read_request(phone)
            self.asked.append(request.split(b"\r\n")[0])
            fate = self.fate_of(request)
            if self.own_answer:
                phone.sendall(self.own_answer)
            elif fate == HOTEL:
                phone.sendall(LOGIN)
            elif fate != BEFORE:
                self.ask(phone, request, fate)

    def fate_of(self, request: bytes) -> int:
        if self.down or not request:
            return BEFORE
        if not (request.startswith(b"POST") and b"\r\noutbox:" in request.lower()):
            return FINE
        return self.fate()

    def ask(self, phone: socket.socket, request: bytes, fate: int) -> None:
        with socket.create_connection((HERE, self.upstream), timeout=60) as server:
            server.sendall(request[: len(request) // 2] if fate == DURING else request)
            if fate == DURING:
                return
            if fate == FINE:
                while part := server.recv(65536):
                    phone.sendall(part)
                return
            answer = b"".join(iter(lambda: server.recv(65536), b""))
            if fate == ANSWERING:
                phone.sendall(answer[: len(answer) // 3])


def read_request(phone: socket.socket) -> bytes:
    """Read a whole request, and ask the server to close the connection after its answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (part := phone.recv(65536)):
            return b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    lengths = [line for line in lines if line.lower().startswith(b"content-length:")]
    while lengths and len(body) < int(lengths[0].split(b":")[1]):
        body += phone.recv(65536)
    return b"\r\n".join([*lines, b"Connection: close", b"", body])
