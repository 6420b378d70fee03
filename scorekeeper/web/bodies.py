"""Reads the whole body of a request before a thread handles it.

A phone that leaves the Wi-Fi during a request would block that thread. And a truncated body must
not be processed: a truncated 150 is a 15.
"""

import asyncio

from scorekeeper.web.asgi_types import Headers, Receive
from scorekeeper.web.content_types import accepted_type

PROGRESS, WHOLE = 10, 30  # timeouts in seconds: between two parts, and for the whole body
# Bytes. Django refuses a much smaller form, and has a page that says so.
LARGEST = 2**20
IN_MEMORY = 64 * 2**20  # bytes, of all bodies that one process is reading


class CutOff(Exception):
    """The client disconnected before the end of the body. Nobody is waiting for a response."""


class Refusal(Exception):
    """The body is not accepted; `status` is the HTTP status to send."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class BodyReader:
    """Reads bodies of at most `max_size` bytes each."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self.in_memory = 0  # bytes, of all bodies being read

    async def read(self, headers: Headers, receive: Receive, path: str = "") -> bytes:
        """Return the whole body. Raises Refusal (408, 413, 415 or 503) or CutOff."""
        values = dict(headers)
        length = int(values.get(b"content-length") or 0)
        if length > self.max_size:
            raise Refusal(413)
        sent = values.get(b"content-type", b"").decode("latin-1")
        if length and not accepted_type(path, sent):
            raise Refusal(415)
        body = bytearray()
        try:
            await self.collect(body, receive)
        except TimeoutError:
            raise Refusal(408) from None
        finally:
            self.in_memory -= len(body)
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
        if len(body) + len(part) > self.max_size:
            raise Refusal(413)
        if self.in_memory + len(part) > IN_MEMORY:
            raise Refusal(503)
        body += part
        self.in_memory += len(part)
