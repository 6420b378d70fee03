"""The lines for nginx and Caddy in docs/scale.md: all streams of a table go to one server."""

import re
import shutil
import subprocess
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.attacks.support.http import HERE, Client
from tests.attacks.support.server import ROOT, free_port
from tests.support.waiting import PATIENCE, wait_until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CADDY = shutil.which("caddy")
PORTS = ("8001", "8002")  # of the docs
TABLES = range(1, 41)


class Named(BaseHTTPRequestHandler):
    """Answers with the port of its server."""

    def do_GET(self) -> None:
        body = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture
def servers() -> Iterator[list[ThreadingHTTPServer]]:
    servers = [ThreadingHTTPServer((HERE, 0), Named) for _ in PORTS]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


def block_of(first: str) -> str:
    """Return the indented block of the docs that begins with this line."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", (ROOT / "docs/scale.md").read_text(), re.M)
    return next(
        text for block in blocks if (text := textwrap.dedent(block).strip()).startswith(first)
    )


def nginx(folder: Path, block: str, port: int) -> list[str]:
    block = block.replace("listen 443 ssl http2", f"listen {HERE}:{port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    own = f"pid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
    file = folder / "nginx.conf"
    file.write_text(f"{own}http {{\naccess_log off;\n{paths}{block}\n}}\n")
    return [str(NGINX), "-c", str(file), "-g", "daemon off; master_process off;"]


def caddy(folder: Path, block: str, port: int) -> list[str]:
    block = block.replace("score.example", f"http://{HERE}:{port}")
    file = folder / "Caddyfile"
    file.write_text(f"{{\nadmin off\nauto_https off\n}}\n{block}\n")
    return [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(file)]


PROXIES = [
    pytest.param(
        "upstream",
        nginx,
        id="nginx",
        marks=pytest.mark.skipif(not NGINX, reason="install it with: apt install nginx"),
    ),
    pytest.param(
        "score.example",
        caddy,
        id="caddy",
        marks=pytest.mark.skipif(not CADDY, reason="install it with: apt install caddy"),
    ),
]


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[Client]:
    environment = {"HOME": str(folder), "PATH": "/usr/bin"}
    with (folder / "output").open("wb") as output:
        proxy = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    client = Client(port)
    try:
        wait_until(lambda: answers(client) or proxy.poll() is not None)
        assert proxy.poll() is None, (folder / "output").read_text()
        yield client
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE)


def answers(client: Client) -> bool:
    try:
        return client.get("/").status == 200
    except OSError:
        return False


@pytest.mark.parametrize(("first", "prepare"), PROXIES)
def test_all_streams_of_a_table_go_to_one_server_and_to_another_if_it_is_away(
    first, prepare, servers, tmp_path
):
    block, port = block_of(first), free_port()
    for documented, server in zip(PORTS, servers, strict=True):
        block = block.replace(f":{documented}", f":{server.server_port}")
    with running(prepare(tmp_path, block, port), tmp_path, port) as client:
        chosen = {table: {client.get(f"/live/{table}/").text for _ in range(4)} for table in TABLES}
        assert all(len(ports) == 1 for ports in chosen.values())
        assert len(set().union(*chosen.values())) == len(PORTS)
        events = {client.get("/api/v1/games/7/events").text for _ in range(4)}
        assert len(events) == 1
        away, left = servers
        away.shutdown()
        away.server_close()
        assert {client.get(f"/live/{table}/").text for table in TABLES} == {str(left.server_port)}
