"""The connections of one process: how many there may be, and how long a silent one may stay.

uvicorn alone lets a client that sends nothing, half a request, or takes nothing of its answer stay
for as long as it likes. Streams at /live/ stay open: they tell something every few seconds.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.web import refusals
from scorekeeper.web.addresses import network_of
from scorekeeper.web.answers import plain_answer
from scorekeeper.web.bodies import PROGRESS, WHOLE

IDLE = 75  # seconds without a request
STALLED = 30  # seconds in which a client takes nothing, or hardly anything, of its answer
MOST = 20_000  # connections of one process
BACKLOG = 100  # connections that may wait to be accepted; asyncio accepts so many at a time
RESERVED = (
    5 * BACKLOG
)  # file descriptors for files, the database, and what is accepted to be refused


class Gate:
    """Counts the open connections of this process, and knows which of them are idle."""

    def __init__(self) -> None:
        self.open = 0
        self.addresses: Counter[str] = Counter()
        self.idle: dict[Connection, None] = {}  # the longest idle first

    def admit(self, connection: "Connection", address: str) -> bool:
        """Whether the connection may stay. When all places are taken the longest idle one makes room."""
        self.open += 1
        self.addresses[address] += 1
        if not settings.TRUST_PROXY and self.addresses[address] > per_address(connection):
            refusals.count("connection over the limit of its address")
            return False
        if self.open <= most_connections():
            return True
        refusals.count("connection while all places were taken")
        if not self.idle:
            return False
        oldest = next(iter(self.idle))
        del self.idle[oldest]  # several may be admitted before the loop hears that this one is gone
        oldest.transport.abort()
        return True

    def leave(self, connection: "Connection", address: str) -> None:
        self.open -= 1
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]
        self.idle.pop(connection, None)


gate = Gate()


def per_address(connection: "Connection") -> int:
    """The limit is for the whole server, whose processes do not know of each other's connections."""
    return max(1, settings.CONNECTIONS_PER_ADDRESS // connection.config.workers)


@cache
def most_connections() -> int:
    """Fewer than the process may open files: asyncio cannot refuse a connection that it cannot accept."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft - RESERVED)


class Connection(H11Protocol):
    """uvicorn's, with an end to every wait for the client."""

    address = ""
    head_began: float | None = None  # when the first bytes of the head under way arrived
    stalled: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = logging.getLogger("scorekeeper.connection")  # which hears of our errors only

    # The beginning and the end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        if not gate.admit(self, self.address):
            transport.abort()
            return
        gate.idle[self] = None
        self.close_in(IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        gate.leave(self, self.address)
        self.resume_writing()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server ends. uvicorn would wait for streams as it waits for answers under way."""
        super().shutdown()
        if self.scope and self.scope["path"].startswith("/live/"):
            self.transport.close()

    # What arrives

    def data_received(self, data: bytes) -> None:
        super().data_received(data)  # which ends the wait, whatever it was for
        if not self.is_waiting:
            self.head_began = None
            gate.idle.pop(self, None)
        elif not self.transport.is_closing():
            self.wait_for_the_rest()

    @property
    def is_waiting(self) -> bool:
        """Whether the next thing to happen is the client's: the rest of a head, or of a refused body."""
        answered = self.cycle is None or self.cycle.response_complete
        return answered and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def wait_for_the_rest(self) -> None:
        now = self.loop.time()
        self.head_began = self.head_began or now
        self.close_in(min(PROGRESS, self.head_began + WHOLE - now))

    def eof_received(self) -> None:
        """A request that ends too early gets an answer: perhaps only one direction was closed."""
        if self.is_cut_off:
            self.conn.receive_data(b"")
            self.handle_events()

    @property
    def is_cut_off(self) -> bool:
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            return False
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def send_400_response(self, msg: str) -> None:
        refusals.count("request that was cut off or is not HTTP")
        self.answer_and_close(400)
        if self.cycle:  # which waits for the rest of the request, and must not answer as well
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def answer_and_close(self, status: int) -> None:
        headers, body = plain_answer(status)
        events = [
            h11.Response(
                status_code=status,
                headers=[*headers, (b"connection", b"close")],
                reason=HTTPStatus(status).phrase.encode(),
            ),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        with suppress(h11.LocalProtocolError):  # an answer is under way or was given
            for event in events:
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    # Waiting

    def close_in(self, seconds: float) -> None:
        """uvicorn cancels this timer at the next byte."""
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def on_response_complete(self) -> None:
        super().on_response_complete()  # which may begin the next request
        if self.is_waiting:
            gate.idle[self] = None

    def timeout_keep_alive_handler(self) -> None:
        """Half a head is refused; a client that takes nothing of its answer is cut off."""
        if self.head_began is not None and self.conn.our_state is h11.IDLE:
            refusals.count("head that did not arrive in time")
            self.answer_and_close(408)
        elif self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stalled = self.stalled or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.stalled:
            self.stalled.cancel()
            self.stalled = None
