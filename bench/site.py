"""The site as `make run` serves it, on a free local port, with data of its own."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tests.attacks.support.http import HERE, Client
from tests.attacks.support.server import build_environment, free_port, manage, prepare_ground
from tests.support.waiting import wait_until

PROCESSES = 2
# All requests come from one address.
PLENTY = dict.fromkeys(("CONNECTIONS_PER_ADDRESS", "API_REQUESTS_PER_MINUTE"), "1000000")


class Site(NamedTuple):
    port: int
    pid: int
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.port}"

    def answers(self) -> bool:
        try:
            return Client(self.port).get("/").status == 200
        except OSError:
            return False


@contextmanager
def serve_site(processes: int = PROCESSES, database: str = "") -> Iterator[Site]:
    """`database` is the URL of one on the server that is to have the site's.

    It runs in our session, unlike the servers of attacks: Linux shares the processor between
    sessions first.
    """
    with prepare_ground(database or None) as ground:
        environment = build_environment(ground.folder, ground.database, **PLENTY)
        port = free_port()
        serve = manage("serve", f"--host={HERE}", f"--port={port}", f"--workers={processes}")
        with subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                site = Site(port, server.pid, environment)
                wait_until(site.answers)
                yield site
            finally:
                server.terminate()
