"""The site with its streams, in a thread of the tests, so that both use the same database."""

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connections
from django.test import modify_settings

from scorekeeper.asgi import THREADS, site
from scorekeeper.live.hub import Hub
from scorekeeper.web.server.bridge import WsgiBridge
from scorekeeper.web.server.connections import IDLE, Connection
from scorekeeper.wsgi import application
from tests.support.long import LONG

DELAY = 0.8
"""Seconds at most before a page is made, and before it is sent, with LONG=1; a style sheet, which
no browser keeps then, takes as long.
"""

PAGES = StaticFilesHandler(application)
SCRIPTS: dict[str, bytes] = {}
"""Scripts that tests add to pages, by path. A browser keeps them, and has them compiled."""


class Serving:
    """A live server for pytest-django that runs uvicorn like `manage.py serve`."""

    _live_server_modified_settings = modify_settings()

    def __init__(self, port: int = 0) -> None:
        self.hub = Hub()
        self.pages = WsgiBridge(slow_pages if LONG else pages, THREADS)
        self.socket = socket.create_server(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port = self.socket.getsockname()[1]
        config = uvicorn.Config(
            site(self.pages, self.hub),
            http=Connection,
            lifespan="off",
            timeout_keep_alive=IDLE,
            log_config=None,
            timeout_graceful_shutdown=5,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_idle(self) -> bool:
        turns = self.pages.turns
        return not (turns.running or turns.length)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.close_connections()

    def close_connections(self) -> None:
        """Each thread has its own, which keeps PostgreSQL from dropping the test’s database."""
        together = threading.Barrier(THREADS)

        def close() -> None:
            together.wait()  # so that each thread gets one of these
            connections.close_all()

        for closing in [self.pages.pool.submit(close) for _thread in range(THREADS)]:
            closing.result()
        self.hub.thread.submit(connections.close_all).result()


def pages(environ: dict[str, Any], start_response: Any) -> Any:
    script = SCRIPTS.get(environ["PATH_INFO"])
    if script is None:
        return PAGES(environ, start_response)
    kept = ("Content-Type", "text/javascript"), ("Cache-Control", "max-age=86400")
    start_response("200 OK", [*kept, ("Content-Length", str(len(script)))])
    return [script]


def slow_pages(environ: dict[str, Any], start_response: Any) -> Any:
    """The site as over a slow network, which brings everything in another order."""
    if environ["PATH_INFO"].endswith(".css"):
        return slow_styles(environ, start_response)
    delay(environ)
    response = pages(environ, start_response)
    delay(environ)
    return response


def slow_styles(environ: dict[str, Any], start_response: Any) -> Any:
    """Style sheets that come after their page, which the browser shows without them."""

    def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
        others = [(name, value) for name, value in headers if name != "Cache-Control"]
        return start_response(status, [*others, ("Cache-Control", "no-store")], *more)

    time.sleep(random.random() * DELAY)  # noqa: S311
    return PAGES(environ, start)


def delay(environ: dict[str, Any]) -> None:
    if environ["REQUEST_METHOD"] == "POST" or random.random() < 0.3:  # noqa: S311
        time.sleep(random.random() * DELAY)  # noqa: S311


@contextmanager
def serving(port: int = 0) -> Iterator[Serving]:
    site = Serving(port)
    site.start()
    try:
        yield site
    finally:
        site.stop()
