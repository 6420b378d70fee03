"""Runs Django's WSGI handler on a few threads behind the event loop.

A thread is taken only for a request that is there as a whole and that somebody still waits for,
and it is free again as soon as the answer is computed: slow phones wait on the event loop.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings

from scorekeeper.web import refusals
from scorekeeper.web.addresses import client_address
from scorekeeper.web.answers import refuse
from scorekeeper.web.asgi_types import Headers, Receive, Scope, Send
from scorekeeper.web.bodies import BodyReader, CutOff, Refusal
from scorekeeper.web.logs import RequestLabel, current_request

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes


class WsgiBridge:
    """An ASGI application made of a WSGI one."""

    def __init__(self, pages: Wsgi, threads: int) -> None:
        self.pages = pages
        self.pool = ThreadPoolExecutor(threads, "pages")
        self.free_threads = asyncio.Semaphore(threads)
        self.bodies = BodyReader(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.bodies.read(scope["headers"], receive)
        except CutOff:
            return
        except Refusal as refusal:
            refusals.count(f"body refused with {refusal.status}")
            await refuse(send, refusal.status)
            return
        if answer := await self.answer(environ_of(scope, body), receive):
            await send_answer(send, answer)

    async def answer(self, environ: Environ, receive: Receive) -> Answer | None:
        """None if the client left while all threads were busy."""
        queued = self.free_threads.locked()
        async with self.free_threads:
            if queued and await has_left(receive):
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, self.run, environ)

    def run(self, environ: Environ) -> Answer:
        current_request.set(RequestLabel.of(client_address(environ)))
        started: list[Any] = []
        parts = self.pages(environ, lambda *status_and_headers: started.extend(status_and_headers))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers, *_ = started
        return Answer(int(status.split(" ", 1)[0]), encoded(headers), body)


async def has_left(receive: Receive) -> bool:
    """Whether the client closed its connection. Does not wait."""
    try:
        async with asyncio.timeout(0):
            return (await receive())["type"] == "http.disconnect"
    except TimeoutError:
        return False


async def send_answer(send: Send, answer: Answer) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body})


def encoded(headers: Iterable[tuple[str, str]]) -> Headers:
    """Django's cookies begin with a space."""
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]


def environ_of(scope: Scope, body: bytes) -> Environ:
    """The request as PEP 3333 describes it. Its length is that of the body we have, not the one announced."""
    server, port = scope["server"] or ("localhost", 80)
    client = scope["client"] or ("", 0)
    return header_variables(scope["headers"]) | {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def header_variables(headers: Headers) -> Environ:
    """HTTP_X_FORWARDED_FOR could also be `X_Forwarded_For`, which no proxy of ours writes or removes."""
    variables: Environ = {}
    for name, value in headers:
        if b"_" in name or name == b"transfer-encoding":
            continue
        variable = name.decode("latin-1").upper().replace("-", "_")
        if variable not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            variable = f"HTTP_{variable}"
        joint = "; " if name == b"cookie" else ","
        text = value.decode("latin-1")
        variables[variable] = (
            f"{variables[variable]}{joint}{text}" if variable in variables else text
        )
    return variables
