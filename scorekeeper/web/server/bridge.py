"""Runs Django's WSGI handler on a few threads behind the event loop.

A thread handles a request only once its whole body has arrived, its turn has come (turns.py), and
while its client is still connected. It is free again as soon as the response is computed: slow
clients are served by the event loop. A download, which Django makes piece by piece, waits on the
disk until its client has it, so it needs neither the thread nor memory.
"""

import asyncio
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from scorekeeper.operating import metrics
from scorekeeper.operating.requests import observe
from scorekeeper.web.addresses import client_address
from scorekeeper.web.answers import html_answer, language_of, refuse, wants_page
from scorekeeper.web.busy import ONLY_UNCHANGED, Busy, send_busy
from scorekeeper.web.headers import is_api, is_upload
from scorekeeper.web.logs import RequestLabel, current_request
from scorekeeper.web.server import refusals
from scorekeeper.web.server.asgi_types import Headers, Receive, Scope, Send
from scorekeeper.web.server.bodies import (
    LARGEST,
    LARGEST_UPLOAD,
    BodyReader,
    CutOff,
    Refusal,
    UploadReader,
)
from scorekeeper.web.server.turns import Client, Turn, Turns

Fields = list[tuple[str, str]]
PIECE = 2**16  # bytes of a download that are in memory
DOWNLOADS = 8  # at once in one process, as each may take much of the disk
READING = {"GET", "HEAD", "OPTIONS"}
DEVICE = re.compile(r"(?:^|; ?)(?:__Host-)?device=([A-Za-z0-9_-]{43})(?:;|$)")
FILES = re.compile(r"/static/|/[a-z_-]+\.[0-9a-f]{12}\.(css|js)$|/sw\.js$|/manifest\.webmanifest$")
TOKEN = re.compile(r"[Bb]earer +([A-Za-z0-9_-]{49})")  # see people/programs.py


class Answer(NamedTuple):
    """`download` is the body where it may be long."""

    status: int
    headers: Headers
    body: bytes
    download: IO[bytes] | None = None


class NoRoom(Exception):
    """Too many requests wait for their turns."""


class WsgiBridge:
    """An ASGI application that wraps a WSGI one."""

    def __init__(self, pages: WSGIApplication, threads: int, writers: int | None = None) -> None:
        self.pages = pages
        self.pool = ThreadPoolExecutor(threads, "pages")
        self.turns = Turns(threads, writers)
        self.bodies, self.uploads = BodyReader(LARGEST), UploadReader()
        self.downloads = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read(scope, receive)
        except CutOff:
            return
        except Refusal as refusal:
            refusals.count(f"body refused with {refusal.status}")
            await refuse_body(send, scope, refusal.status)
            return
        with body:
            environ = build_environ(scope, body)
            try:
                self.limit_to_unchanged(environ)
                size = len(body.getbuffer()) if isinstance(body, BytesIO) else 0
                answer = await self.answer(environ, size, receive)
            except NoRoom:
                refusals.count("request that found no room to wait")
                await refuse(send, 503, scope["path"])
                return
            except Busy:
                refusals.count("page while too many waited")
                await send_busy(send, environ)
                return
        if answer and answer.download:
            await self.send_download(send, answer, answer.download)
        elif answer:
            await send_answer(send, answer)

    def limit_to_unchanged(self, environ: WSGIEnvironment) -> None:
        """Raise Busy for a new page if the client would wait too long for it.

        An open page that asks for news may have a 304, which costs little. Saves, and the files
        that pages name, always take their turns.
        """
        if environ["REQUEST_METHOD"] not in READING or FILES.match(environ["PATH_INFO"]):
            return
        if self.turns.is_too_long_for(client_of(environ)):
            if "HTTP_IF_NONE_MATCH" not in environ:
                raise Busy
            environ[ONLY_UNCHANGED] = True

    async def read(self, scope: Scope, receive: Receive) -> IO[bytes]:
        """Return the whole body, in memory or, of an upload, on the disk."""
        headers = scope["headers"]
        content_type = dict(headers).get(b"content-type", b"").decode("latin-1")
        if is_upload(scope["method"], scope["path"], content_type):
            return await self.uploads.read(headers, receive)
        return BytesIO(await self.bodies.read(headers, receive, scope["path"]))

    async def send_download(self, send: Send, answer: Answer, download: IO[bytes]) -> None:
        with download as file:
            if self.downloads >= DOWNLOADS:
                refusals.count("download that had to wait for others")
                await refuse(send, 503)
                return
            self.downloads += 1
            try:
                await send_file(send, answer, file)
            finally:
                self.downloads -= 1

    async def answer(self, environ: WSGIEnvironment, size: int, receive: Receive) -> Answer | None:
        """Return None if the client disconnected before its turn."""
        writes = environ["REQUEST_METHOD"] not in READING
        turn = Turn(client_of(environ), writes, size, quick=ONLY_UNCHANGED in environ)
        begin = time.perf_counter()
        self.turns.ask(turn)
        metrics.queue_length.set(self.turns.length)
        try:
            if not turn.comes.done() and await leaves_before(turn, receive):
                return None
            if not turn.comes.result():
                raise NoRoom
            metrics.queue_seconds.observe(time.perf_counter() - begin)
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self.pool, self.run, environ)
            if answer.status == 503 and ONLY_UNCHANGED in environ:
                raise Busy
            return answer
        finally:
            self.turns.end(turn)
            metrics.queue_length.set(self.turns.length)

    def run(self, environ: WSGIEnvironment) -> Answer:
        begin, label = time.perf_counter(), RequestLabel.of(environ)
        current_request.set(label)
        start: list[tuple[str, Fields]] = []
        body: list[bytes] = []

        def start_response(status: str, headers: Fields, *_: object) -> Callable[[bytes], object]:
            start.append((status, headers))
            return body.append

        parts, download = self.pages(environ, start_response), None
        try:
            if is_download(parts):
                download = store(parts)
            else:
                body.extend(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        line, headers = start[0]
        status = int(line.split(" ", 1)[0])
        observe(environ, parts, status, begin)
        headers.append(("X-Request-ID", label.id))
        if download:
            headers.append(("Content-Length", str(download.seek(0, os.SEEK_END))))
        return Answer(status, encode_headers(headers), b"".join(body), download)


async def refuse_body(send: Send, scope: Scope, status: int) -> None:
    """Refuse a form or a file that is too large with a page, as Django does with smaller ones."""
    environ = build_environ(scope, BytesIO())
    if status != 413 or not wants_page(environ):
        await refuse(send, status, scope["path"])
        return
    content_type = environ.get("CONTENT_TYPE", "")
    is_file = is_upload(scope["method"], scope["path"], content_type)
    most = LARGEST_UPLOAD // 2**20 if is_file else 0
    answer = html_answer("413.html", language_of(environ), most)
    await send_answer(send, Answer(status, *answer))


def is_download(parts: Iterable[bytes]) -> bool:
    """Return whether it is a streaming response of a view; a file has its length already."""
    return getattr(parts, "streaming", False) and not getattr(parts, "headers", {}).get(
        "Content-Length"
    )


def store(parts: Iterable[bytes]) -> IO[bytes]:
    """Write a download to a file that disappears once it is closed."""
    file = TemporaryFile()  # noqa: SIM115 - send_download closes it
    file.writelines(parts)
    return file


def client_of(environ: WSGIEnvironment) -> Client:
    """Anyone can choose a cookie or a token. They are not checked: the address is limited, too."""
    secret = DEVICE.search(environ.get("HTTP_COOKIE", ""))
    if is_api(environ["PATH_INFO"]):
        secret = TOKEN.fullmatch(environ.get("HTTP_AUTHORIZATION", ""))
    return Client(client_address(environ), secret[1] if secret else "")


async def leaves_before(turn: Turn, receive: Receive) -> bool:
    """Wait for the turn. Return whether the client disconnects first."""
    leaving = asyncio.create_task(disconnect(receive))
    either: set[asyncio.Future[Any]] = {leaving, turn.comes}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return leaving.done()
    finally:
        leaving.cancel()


async def disconnect(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_answer(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


async def send_file(send: Send, answer: Answer, file: IO[bytes]) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    file.seek(0)
    while part := file.read(PIECE):
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def encode_headers(headers: Fields) -> Headers:
    """Values are stripped because Django's Set-Cookie headers begin with a space."""
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]


def build_environ(scope: Scope, body: IO[bytes]) -> WSGIEnvironment:
    """The WSGI environment (PEP 3333). CONTENT_LENGTH is the actual length of the body."""
    server, port = scope["server"] or ("localhost", 80)
    client = scope["client"] or ("", 0)
    size = body.seek(0, os.SEEK_END)
    body.seek(0)
    return header_variables(scope["headers"]) | {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(size),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
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
