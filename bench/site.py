"""The site as `make run` serves it, on a free local port, with data of its own."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HOST, PROCESSES = "127.0.0.1", 2
NOT_OURS = (
    "DATABASE_URL",
    "LISTEN_DATABASE_URL",
    "VALKEY_URL",
    "SECRET_KEY",
    "HTTPS",
    "TRUST_PROXY",
    "ALLOWED_HOSTS",
    "SCOREKEEPER_GAMES",
)
# All requests come from one address.
LIMITS = (
    *("NEW_GAMES_PER_HOUR", "NEW_GROUPS_PER_HOUR", "JOINS_PER_HOUR"),
    *("CONNECTIONS_PER_ADDRESS", "API_REQUESTS_PER_MINUTE"),
)
PATIENCE = 60


class Site(NamedTuple):
    port: int
    pid: int
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"


@contextmanager
def serve_site(
    processes: int = PROCESSES, database: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[Site]:
    with (
        prepared_site(database, settings) as environment,
        serving(environment, processes) as site,
    ):
        yield site


@contextmanager
def prepared_site(
    database: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """A new database and collected files. Yields the environment for servers and commands."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as var:
        environment = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        environment["SCOREKEEPER_VAR"] = var
        environment |= dict.fromkeys(LIMITS, "1000000")
        environment |= settings or {}
        if database:
            environment["DATABASE_URL"] = database
        for command in ("migrate", "collectstatic"):
            subprocess.run(
                manage(command, "--noinput", "--verbosity=0"), env=environment, check=True
            )
        yield environment


@contextmanager
def serving(environment: dict[str, str], processes: int) -> Iterator[Site]:
    port = free_port()
    serve = manage("serve", f"--host={HOST}", f"--port={port}", f"--workers={processes}")
    server = subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield Site(port, server.pid, environment)
    finally:
        stop_server(server)


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(Path(__file__).resolve().parent.parent / "manage.py"), *arguments]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def stop_server(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=15)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
