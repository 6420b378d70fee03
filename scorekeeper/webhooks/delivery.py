"""Sends one message to a checked address within ten seconds, and reads only the answer's head."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from scorekeeper.models import Problem
from scorekeeper.web.deadlines import call_within
from scorekeeper.webhooks.addresses import Address, NoName, Private, allowed_addresses, port_of

SECONDS = 10
"""The time for everything: finding the address, connecting, sending, and the answer."""


class Outcome(NamedTuple):
    """The status of the answer, or the reason why there was none."""

    status: int = 0
    problem: str = ""

    @property
    def has_arrived(self) -> bool:
        return 200 <= self.status < 300


class Channel:
    """A connection to one of the checked addresses, which another thread can cut."""

    def __init__(self) -> None:
        self.socket: socket.socket | None = None
        self.is_cut = False

    def open(self, addresses: list[Address], parts: SplitResult) -> None:
        """Connect to the first address that can be reached, for https with its certificate
        checked against the name.
        """
        for address in addresses:
            try:
                plain = socket.create_connection((str(address), port_of(parts)), SECONDS)
                break
            except OSError:
                if address == addresses[-1] or self.is_cut:
                    raise
        self.take(plain)
        if parts.scheme == "https":
            self.secure(plain, parts.hostname or "")

    def secure(self, plain: socket.socket, host: str) -> None:
        secure = ssl.create_default_context().wrap_socket(
            plain, server_hostname=host, do_handshake_on_connect=False
        )
        self.take(secure)
        secure.do_handshake()

    def take(self, connection: socket.socket) -> None:
        self.socket = connection
        if self.is_cut:
            self.cut()

    def cut(self) -> None:
        """End every wait of the thread that uses it. SSLSocket.shutdown would not be safe here."""
        self.is_cut = True
        if self.socket:
            with suppress(OSError):
                socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def close(self) -> None:
        if self.socket:
            self.socket.close()


def post(address: str, headers: Mapping[str, str], body: bytes) -> Outcome:
    """Send a message. Redirects are not followed, and nothing but the answer's head is read."""
    channel = Channel()
    try:
        return call_within(SECONDS, lambda: exchange(channel, urlsplit(address), headers, body))
    except TimeoutError:
        channel.cut()
        return Outcome(problem=Problem.TOO_SLOW)


def exchange(
    channel: Channel, parts: SplitResult, headers: Mapping[str, str], body: bytes
) -> Outcome:
    try:
        channel.open(allowed_addresses(parts.hostname or "", port_of(parts)), parts)
        return Outcome(status=ask(channel, parts, headers, body))
    except NoName:
        return Outcome(problem=Problem.NO_NAME)
    except Private:
        return Outcome(problem=Problem.PRIVATE)
    except TimeoutError:
        return Outcome(problem=Problem.TOO_SLOW)
    except ssl.SSLCertVerificationError:
        return Outcome(problem=Problem.CERTIFICATE)
    except (OSError, HTTPException, ValueError):
        return Outcome(problem=Problem.NO_ANSWER)
    finally:
        channel.close()


def ask(channel: Channel, parts: SplitResult, headers: Mapping[str, str], body: bytes) -> int:
    """Return the status of the answer. http.client limits the size of its head."""
    connection = HTTPConnection(parts.hostname or "", port_of(parts))
    connection.sock = channel.socket
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # It would add the port of https to the Host, because it does not know the scheme.
    connection.putrequest("POST", target, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": parts.netloc, **headers, "Content-Length": str(len(body))}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    return connection.getresponse().status
