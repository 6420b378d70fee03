"""Runs Django's WSGI handler on a few threads behind the event loop.

A thread handles a request only once its whole body has arrived and while its client is still
connected. It is free again as soon as the response is computed: slow clients are served by the
event loop.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings

from scorekeeper.web import refusals
from scorekeeper.web.addresses import client_address
from scorekeeper.web.answers import refuse
from scorekeeper.web.asgi_types import Headers, Receive, Scope, Send
from scorekeeper.web.bodies import BodyReader, CutOff, Refusal
from scorekeeper.web.logs import RequestLabel, current_request

Fields = list[tuple[str, str]]


class Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes


class WsgiBridge:
    """An ASGI application that wraps a WSGI one."""

    def __init__(self, pages: WSGIApplication, threads: int) -> None:
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
        if answer := await self.answer(build_environ(scope, body), receive):
            await send_answer(send, answer)

    async def answer(self, environ: WSGIEnvironment, receive: Receive) -> Answer | None:
        """Return None if the client disconnected while all threads were busy."""
        queued = self.free_threads.locked()
        async with self.free_threads:
            if queued and await has_disconnected(receive):
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, self.run, environ)

    def run(self, environ: WSGIEnvironment) -> Answer:
        current_request.set(RequestLabel.of(client_address(environ)))
        start: list[tuple[str, Fields]] = []
        body: list[bytes] = []

        def start_response(status: str, headers: Fields, *_: object) -> Callable[[bytes], object]:
            start.append((status, headers))
            return body.append

        parts = self.pages(environ, start_response)
        try:
            body.extend(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = start[0]
        return Answer(int(status.split(" ", 1)[0]), encode_headers(headers), b"".join(body))


async def has_disconnected(receive: Receive) -> bool:
    """Check without waiting."""
    try:
        async with asyncio.timeout(0):
            return (await receive())["type"] == "http.disconnect"
    except TimeoutError:
        return False


async def send_answer(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


def encode_headers(headers: Fields) -> Headers:
    """Values are stripped because Django's Set-Cookie headers begin with a space."""
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """The WSGI environment (PEP 3333). CONTENT_LENGTH is the actual length of the body."""
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


def header_variables(headers: Headers) -> dict[str, str]:
    """Headers with underscores are dropped.

    `X_Forwarded_For` would become HTTP_X_FORWARDED_FOR, too, but proxies do not remove it.
    """
    variables: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name or name == b"transfer-encoding":
            continue
        variable = name.decode("latin-1").upper().replace("-", "_")
        if variable not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            variable = f"HTTP_{variable}"
        text = value.decode("latin-1")
        if variable in variables:
            separator = "; " if name == b"cookie" else ","
            text = f"{variables[variable]}{separator}{text}"
        variables[variable] = text
    return variables
