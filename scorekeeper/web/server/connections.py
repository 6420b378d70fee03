"""Limits on the connections of one process: their number, and timeouts for silent clients.

uvicorn itself sets no time limit for a client that sends half a request or does not read its
response. Streams may stay open: the server writes to them every few seconds.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any, NoReturn

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.web.addresses import network_of
from scorekeeper.web.answers import plain_answer
from scorekeeper.web.server import refusals
from scorekeeper.web.server.bodies import PROGRESS, WHOLE

IDLE = 75  # seconds between requests
STALLED = 30  # seconds that a client may take to read buffered output
MOST = 20_000  # connections of one process
BACKLOG = 100  # connections waiting to be accepted; asyncio accepts that many at a time
TRANSFER_ENCODING = b"transfer-encoding"
HEAD_LIMIT = 16 * 1024  # bytes of a request's head
BLANK_LINE = re.compile(b"\n\r?\n")
# File descriptors for files, the database, and connections that are accepted only to be closed.
RESERVED = 5 * BACKLOG


class Gate:
    """Counts the open connections of this process and lists the idle ones."""

    def __init__(self) -> None:
        self.open = 0
        self.on_leave: Callable[[], None] = lambda: None  # tells the other processes: listener.py
        self.addresses: Counter[str] = Counter()
        self.idle: dict[Connection, None] = {}  # in order: the longest idle comes first

    def admit(self, connection: "Connection", address: str) -> bool:
        """Return whether it may stay. At the limit, the longest idle connection is closed."""
        self.open += 1
        self.addresses[address] += 1
        if not settings.TRUST_PROXY and self.addresses[address] > share(connection.config.workers):
            refusals.count("connection over the limit of its address")
            return False
        if self.open <= connection_limit():
            return True
        refusals.count("connection over the limit of the process")
        if not self.idle:
            return False
        oldest = next(iter(self.idle))
        del self.idle[oldest]  # now: the loop may admit others before it reports this one closed
        oldest.transport.abort()
        return True

    def leave(self, connection: "Connection", address: str) -> None:
        self.open -= 1
        self.on_leave()
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]
        self.idle.pop(connection, None)


gate = Gate()


def share(processes: int) -> int:
    """The limit of one process: the setting is for the whole server, so each gets its share."""
    return max(1, settings.CONNECTIONS_PER_ADDRESS // processes)


@cache
def connection_limit() -> int:
    """Below the limit of open files: asyncio must accept a connection before it can close it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft - RESERVED)


class Parser(h11.Connection):
    """h11's parser limits a head only while it is incomplete, and a long one may arrive at once.

    A body must announce its length, as browsers do: to parse one of very many chunks takes long.
    """

    status = 400  # of the response to a request that cannot be read
    path = ""  # that it is for, if its head was read: programs get JSON

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_LIMIT)

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE and self.is_head_too_long:
            self.refuse(431)
        event = super().next_event()
        if isinstance(event, h11.Request) and TRANSFER_ENCODING in dict(event.headers):
            self.path = event.target.decode("latin-1").partition("?")[0]
            self.refuse(411)
        return event

    def refuse(self, status: int) -> NoReturn:
        self.status = status
        raise h11.RemoteProtocolError("This request is not accepted", error_status_hint=status)

    @property
    def is_head_too_long(self) -> bool:
        data, _ = self.trailing_data
        return len(data) > HEAD_LIMIT and not BLANK_LINE.search(data, 0, HEAD_LIMIT)


class Connection(H11Protocol):
    """uvicorn's protocol, with a timeout wherever it waits for the client."""

    conn: Parser
    address = ""
    head_start: float | None = None  # when the first bytes of an incomplete head arrived
    write_timer: asyncio.TimerHandle | None = None
    is_refused = False  # and whatever arrives is thrown away

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = Parser()
        self.gate = gate
        self.logger = logging.getLogger("scorekeeper.connection")  # logs only our own errors

    # Opening and closing

    def connection_made(  # type: ignore[override]  # as in uvicorn's own class
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        if not self.gate.admit(self, self.address):
            transport.abort()
            return
        self.gate.idle[self] = None
        self.close_in(IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.leave(self, self.address)
        self.resume_writing()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close streams, too: uvicorn would wait for them as for pending responses."""
        super().shutdown()
        path = self.scope["path"] if self.scope else ""
        if path.startswith("/live/") or path.endswith("/events"):
            self.transport.close()

    # Reading

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        super().data_received(data)  # cancels the timer
        if not self.is_waiting:
            self.head_start = None
            self.gate.idle.pop(self, None)
        elif not (self.transport.is_closing() or self.is_refused):
            self.limit_rest_of_head()

    @property
    def is_waiting(self) -> bool:
        """True if the client has to send more: the rest of a head, or of a refused body."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def limit_rest_of_head(self) -> None:
        now = self.loop.time()
        self.head_start = self.head_start or now
        self.close_in(min(PROGRESS, self.head_start + WHOLE - now))

    def eof_received(self) -> None:
        """Respond to a truncated request: the client may have closed only its own direction."""
        if self.is_cut_off and not self.is_refused:
            self.conn.receive_data(b"")
            self.handle_events()

    @property
    def is_cut_off(self) -> bool:
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            return False
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def send_400_response(self, msg: str) -> None:
        if self.conn.status != 400:
            self.refuse(self.conn.status)
            return
        refusals.count("request that was cut off or is not HTTP")
        self.answer_and_close(400)
        if self.cycle:  # it waits for the rest of the request, and must not respond as well
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def refuse(self, status: int) -> None:
        """Wait for the client to close: it may still be sending, and would miss the response."""
        refusals.count("head that is too long" if status == 431 else "body without its length")
        self.is_refused = True
        self.answer(status)
        self.transport.write_eof()
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(PROGRESS, self.transport.abort)

    def answer_and_close(self, status: int) -> None:
        self.answer(status)
        self.transport.close()

    def answer(self, status: int) -> None:
        headers, body = plain_answer(status, self.conn.path)
        events = [
            h11.Response(
                status_code=status,
                headers=[*headers, (b"connection", b"close")],
                reason=HTTPStatus(status).phrase.encode(),
            ),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        with suppress(h11.LocalProtocolError):  # a response has already begun
            for event in events:
                self.transport.write(self.conn.send(event) or b"")

    # Timeouts

    def close_in(self, seconds: float) -> None:
        """uvicorn cancels this timer at the next byte."""
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def on_response_complete(self) -> None:
        super().on_response_complete()  # may begin the next request
        if self.is_waiting:
            self.gate.idle[self] = None

    def timeout_keep_alive_handler(self) -> None:
        """Refuse half a head; disconnect a client that does not read its response."""
        if self.head_start is not None and self.conn.our_state is h11.IDLE:
            refusals.count("head that did not arrive in time")
            self.answer_and_close(408)
        elif self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.write_timer = self.write_timer or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.write_timer:
            self.write_timer.cancel()
            self.write_timer = None
