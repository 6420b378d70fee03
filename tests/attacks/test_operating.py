"""Health and figures, while processes are killed and the database is away."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.support.database import Database, PostgreSQL
from tests.attacks.support.http import Client
from tests.attacks.support.phone import OUTBOX, Phone
from tests.attacks.support.server import Ground, Server, manage
from tests.support.waiting import PATIENCE, wait_until

ELSEWHERE = [("Host", "10.1.2.3:8000")]
PAGES = {"view": "home", "method": "GET", "status": "200"}
TOKEN = "m" * 20


@pytest.fixture(scope="module")
def closed(prepared: Ground) -> Iterator[Server]:
    with prepared.serving(METRICS_TOKEN=TOKEN) as server:
        yield server


def figures(server: Server) -> dict[str, float]:
    """The figures by name and labels."""
    text = Client(server.port).get("/metrics").text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def figure(server: Server, name: str, **labels: str) -> float:
    """The sum of those with these labels."""
    wanted = [f'{label}="{value}"' for label, value in labels.items()]
    return sum(
        value
        for key, value in figures(server).items()
        if key.partition("{")[0] == f"scorekeeper_{name}" and all(one in key for one in wanted)
    )


def counts_folder(server: Server) -> Path:
    environment = Path(f"/proc/{server.process.pid}/environ").read_text()
    return Path(re.search("PROMETHEUS_MULTIPROC_DIR=([^\0]+)", environment)[1])


def kill(server: Server, pid: int) -> None:
    """Kill a process that serves pages, and wait for another one."""
    restarts = figure(server, "worker_restarts_total")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: figure(server, "worker_restarts_total") == restarts + 1)


def take_away(database: Database) -> None:
    """Let nobody use it any more."""
    if isinstance(database, PostgreSQL):
        name = database.name
        database.command(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        of_it = f"FROM pg_stat_activity WHERE datname = '{name}'"
        database.command(f"SELECT pg_terminate_backend(pid) {of_it}")
    else:
        database.file.write_bytes(b"no database at all" * 100)
        for end in ("-wal", "-shm"):
            database.file.with_name(f"db.sqlite3{end}").unlink(missing_ok=True)


def test_monitors_ask_by_any_name_and_need_no_device(server: Server):
    for path in ("/health/live", "/health/ready"):
        answer = Client(server.port).get(path, [("Host", "anything.example")])
        assert answer.status == 200
        assert answer.json == {"status": "ok", "problems": []}
        assert answer.headers["cache-control"] == "no-store"
        assert not answer.cookies
        client = Client(server.port)
        assert client.send(client.request("HEAD", path)).body == b""
        assert client.post(path).status == 404


def test_only_this_machine_reads_the_figures_unless_there_is_a_token(
    server: Server, closed: Server
):
    assert Client(server.port).get("/metrics").status == 200
    passed_on = [("X-Forwarded-For", "192.0.2.7")]
    assert Client(server.port).get("/metrics", passed_on).status == 404
    assert Client(server.port).get("/metrics", ELSEWHERE).status == 404
    assert Client(closed.port).get("/metrics").status == 404
    token = [("Authorization", f"Bearer {TOKEN}")]
    assert Client(closed.port).get("/metrics", [*token, *passed_on]).status == 200


def test_the_figures_of_all_processes_add_up_and_outlive_them(prepared: Ground):
    with prepared.serving(workers=2) as server:
        phone = Phone(server.port)
        before = figure(server, "requests_total", **PAGES)
        for _ in range(20):
            phone.get("/")
        assert figure(server, "requests_total", **PAGES) == before + 20
        folder, size = counts_folder(server), {}
        for count in (2, 1):
            for pid in server.workers_now()[:count]:
                kill(server, pid)
            phone.get("/")
            size = size or {file.name: file.stat().st_size for file in folder.iterdir()}
        assert figure(server, "worker_restarts_total") == 3
        assert figure(server, "requests_total", **PAGES) == before + 22
        assert {file.name: file.stat().st_size for file in folder.iterdir()} == size
        server.stop()
        assert not folder.exists()


@pytest.mark.parametrize("name", ["alone", "closed"])
def test_the_operator_is_told_the_slowest_pages(request: pytest.FixtureRequest, name: str):
    server = request.getfixturevalue(name)
    for _ in range(3):
        Phone(server.port).get("/")
    place = {"PORT": str(server.port), "BIND": "127.0.0.1"}
    command, environment = manage("stats", "--json"), {**server.environment, **place}
    ran = subprocess.run(command, env=environment, capture_output=True, check=True)
    [home] = [page for page in json.loads(ran.stdout)["slowest_pages"] if page["view"] == "home"]
    assert home["requests"] == 3
    assert 0 < home["seconds"] < PATIENCE


def test_a_save_is_seen_in_the_figures(alone: Server):
    phone = Phone(alone.port)
    game = phone.start()
    with phone.connect() as stream:
        stream.sendall(phone.request("GET", f"/live/{game}/"))
        wait_until(lambda: figure(alone, "watchers") == 1)
        assert phone.enter(game, 1, OUTBOX, submission="7" * 32).status == 204
        assert phone.enter(game, 1, OUTBOX, submission="7" * 32).status == 204
        wait_until(lambda: figure(alone, "live_seconds_count") >= 1)
    wait_until(lambda: figure(alone, "watchers") == 0)
    assert figure(alone, "entries_total", outcome="saved") >= 1
    assert figure(alone, "entries_total", outcome="repeated") == 1
    assert figure(alone, "requests_total", view="enter", status="204") == 2
    assert figure(alone, "lock_seconds_count") >= 2


def test_a_server_removes_the_counts_of_one_that_was_killed_and_lives_without_its_database(
    prepared: Ground,
):
    with prepared.serving() as server:
        folder = counts_folder(server)
        server.kill()
        assert folder.exists()
        server.start()
        assert not folder.exists()
        assert Client(server.port).get("/health/ready").status == 200
        take_away(server.database)
        time.sleep(1.1)  # an answer is given again for a second
        ready = Client(server.port).get("/health/ready")
        assert ready.status == 503
        assert ready.json["status"] == "failed"
        assert Client(server.port).get("/health/live").status == 200


def test_a_request_has_the_id_that_the_proxy_gave_it(server: Server):
    given = "proxy-0123456789"
    answer = Client(server.port).get("/no/such/page/", [("X-Request-ID", given)])
    assert answer.headers["x-request-id"] == given
    assert f"WARNING {given} " in server.log()


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/metrics"])
def test_there_is_no_way_below_these_addresses(server: Server, path: str):
    assert Client(server.port).get(f"{path}/1").status == 404
