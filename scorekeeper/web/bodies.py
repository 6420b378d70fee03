"""Collects the whole body of a request before a thread is taken for it.

A phone that leaves the Wi-Fi in the middle of a request would hold that thread, and what it had
sent so far must not be taken for all of it: a cut-off 150 is a 15.
"""

import asyncio
from typing import NamedTuple

from scorekeeper.web.asgi_types import Headers, Receive

PROGRESS, WHOLE = 10, 30  # seconds: without a byte, and for the whole body
IN_MEMORY = 64 * 2**20  # bytes that all bodies of a process may hold while they are collected


class CutOff(Exception):
    """The client left before the end of the body. Nobody waits for an answer."""


class Refusal(Exception):
    """The body cannot be taken; `status` is the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Framing(NamedTuple):
    """What the headers say about the body. `length` is None if they do not say how long it is."""

    length: int | None
    chunked: bool

    @classmethod
    def of(cls, headers: Headers) -> "Framing":
        named = dict(headers)
        length = named.get(b"content-length")
        return cls(int(length) if length else None, b"transfer-encoding" in named)


class BodyReader:
    """Collects bodies of at most `most` bytes each."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0  # bytes, of all bodies under way

    async def read(self, headers: Headers, receive: Receive) -> bytes:
        """The body, whole. Raises Refusal (400, 408, 413 or 503) or CutOff."""
        framing = Framing.of(headers)
        if framing.chunked and framing.length is not None:
            raise Refusal(400)  # two lengths: a proxy may have believed the other
        if (framing.length or 0) > self.most:
            raise Refusal(413)
        body = bytearray()
        try:
            await self.collect(body, receive)
        except TimeoutError:
            raise Refusal(408) from None
        finally:
            self.held -= len(body)
        return bytes(body)

    async def collect(self, body: bytearray, receive: Receive) -> None:
        now = asyncio.get_running_loop().time
        end = now() + WHOLE
        async with asyncio.timeout_at(min(end, now() + PROGRESS)) as limit:
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise CutOff
                self.add(body, message["body"])
                more = message["more_body"]
                limit.reschedule(min(end, now() + PROGRESS))

    def add(self, body: bytearray, part: bytes) -> None:
        if len(body) + len(part) > self.most:
            raise Refusal(413)
        if self.held + len(part) > IN_MEMORY:
            raise Refusal(503)
        body += part
        self.held += len(part)
