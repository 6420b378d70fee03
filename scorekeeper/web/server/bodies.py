"""Reads the whole body of a request before a thread handles it.

A phone that leaves the Wi-Fi during a request would block that thread. And a truncated body must
not be processed: a truncated 150 is a 15. A form with a file goes to the disk as it comes.
"""

import asyncio
from collections.abc import AsyncIterator
from tempfile import TemporaryFile
from typing import IO

from scorekeeper.web.database_failures import DISK_FULL
from scorekeeper.web.headers import accepted_type
from scorekeeper.web.server.asgi_types import Headers, Receive

PROGRESS, WHOLE = 10, 30  # timeouts in seconds: between two parts, and for the whole body
# Bytes. Django refuses a much smaller form, and has a page that says so.
LARGEST = 2**20
LARGEST_UPLOAD, WHOLE_UPLOAD = 50 * 2**20 + 2**16, 600  # a file with its form; seconds
UPLOADS = 2  # at once in one process
IN_MEMORY = 64 * 2**20  # bytes, of all bodies that one process is reading


class CutOff(Exception):
    """The client disconnected before the end of the body. Nobody is waiting for a response."""


class Refusal(Exception):
    """The body is not accepted; `status` is the HTTP status to send."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def parts_of(receive: Receive, whole: float) -> AsyncIterator[bytes]:
    """Yield the parts of a body. Raises CutOff, or TimeoutError if the client is too slow."""
    now = asyncio.get_running_loop().time
    end = now() + whole
    more = True
    while more:
        async with asyncio.timeout_at(min(end, now() + PROGRESS)):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise CutOff
        yield message["body"]
        more = message["more_body"]


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
        content_type = values.get(b"content-type", b"").decode("latin-1")
        if length and not accepted_type(path, content_type):
            raise Refusal(415)
        body = bytearray()
        try:
            async for part in parts_of(receive, WHOLE):
                self.add(body, part)
        except TimeoutError:
            raise Refusal(408) from None
        finally:
            self.in_memory -= len(body)
        return bytes(body)

    def add(self, body: bytearray, part: bytes) -> None:
        if len(body) + len(part) > self.max_size:
            raise Refusal(413)
        if self.in_memory + len(part) > IN_MEMORY:
            raise Refusal(503)
        body += part
        self.in_memory += len(part)


class UploadReader:
    """Reads forms with a file into files that disappear once they are closed."""

    def __init__(self) -> None:
        self.under_way = 0

    async def read(self, headers: Headers, receive: Receive) -> IO[bytes]:
        """Return the whole body. Raises Refusal (408, 413, 503 or 507) or CutOff."""
        if int(dict(headers).get(b"content-length") or 0) > LARGEST_UPLOAD:
            raise Refusal(413)
        if self.under_way >= UPLOADS:
            raise Refusal(503)
        self.under_way += 1
        file = TemporaryFile()  # noqa: SIM115 - the bridge closes it
        try:
            async for part in parts_of(receive, WHOLE_UPLOAD):
                if file.tell() + len(part) > LARGEST_UPLOAD:
                    raise Refusal(413)
                file.write(part)
        except BaseException as error:
            file.close()
            if isinstance(error, TimeoutError):
                raise Refusal(408) from None
            if isinstance(error, OSError) and error.errno in DISK_FULL:
                raise Refusal(507) from error
            raise
        finally:
            self.under_way -= 1
        return file
