"""The output and logs of servers, and who can read their files."""

import re
import select
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.attacks.support.http import HERE, Client, head
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import ROOT, Ground, Server, manage
from tests.support.waiting import wait_until

SETTINGS = "scorekeeper.settings"


def test_a_service_writes_one_line_when_it_is_ready_no_host_link_and_keeps_its_data_private(
    prepared: Ground,
):
    with prepared.serving(workers=2) as server:
        Phone(server.port).start()
        # One of the processes may have served it before the other was ready.
        line = server.process.stdout.readline().decode()
        place = f"http://{HERE}:{server.port}/"
        assert re.search(rf" INFO - - Scorekeeper [0-9a-f]+ is ready at {place} with 2 pro", line)
        server.stop()
        assert server.process.stdout.read().decode() + server.log() == ""
        server.workers = 1
        server.var.chmod(0o755)
        files = [server.var / "secret_key", *server.var.glob("db.sqlite3")]
        for file in files:
            file.chmod(0o644)
        server.start()
        Phone(server.port).start()  # which writes
        files += server.var.glob("db.sqlite3-*")
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert server.var.stat().st_mode & 0o777 == 0o700
        server.stop()
        output = server.process.stdout.read().decode() + server.log()
        assert f":{server.port}" in output
        assert "/join/" not in output


def test_a_server_on_a_unix_socket_serves_a_proxy(prepared: Ground, tmp_path: Path):
    path = tmp_path / "score.sock"
    server = Server(tmp_path, prepared.copy(tmp_path), TRUST_PROXY="1", BIND=f"unix:{path}")
    for start in (1, 2):  # the socket of a server that was killed is replaced
        server.process = subprocess.Popen(
            manage("serve"), env=server.environment, stdout=subprocess.PIPE, start_new_session=True
        )
        try:
            assert f"ready at unix:{path}" in server.process.stdout.readline().decode()
            for address in ("192.0.2.7", "2001:db8::1"):
                forwarded = {"Host": "localhost", "X-Forwarded-For": address}
                assert b"200 OK" in ask(path, "/", forwarded)
            if start == 2:
                assert manage_says("serve", server.environment) == [
                    f"CommandError: {path} is in use: another server answers there"
                ]
        finally:
            server.kill()
    assert path.is_socket()


def ask(path: Path, address: str, headers: dict[str, str]) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(path))
        connection.sendall(head(f"GET {address} HTTP/1.1", headers.items()))
        return connection.recv(1000)


def manage_says(command: str, environment: dict[str, str]) -> list[str]:
    done = subprocess.run(
        manage(command), env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stderr.splitlines()


def test_half_sent_requests_behind_a_proxy_are_limited_for_all_processes_together(prepared: Ground):
    limit, sent = 12, 40
    settings = {"TRUST_PROXY": "1", "CONNECTIONS_PER_ADDRESS": str(limit)}
    with prepared.serving(workers=2, **settings) as server, ExitStack() as stack:
        client = Client(server.port, headers=[("X-Forwarded-For", "192.0.2.7")])
        client.get("/")
        half = client.form("/theme/", [("theme", "dark")])[:-5]
        held = []
        for _ in range(sent):
            connection = stack.enter_context(client.connect())
            connection.sendall(half)
            held.append(connection)
            time.sleep(0.005)
        refused: list[socket.socket] = []
        deadline = time.monotonic() + 10
        while len(refused) < sent - limit and time.monotonic() < deadline:
            time.sleep(0.05)
            refused = select.select(held, [], [], 0)[0]
        assert sent - limit <= len(refused) < sent
        assert b"503 Service Unavailable" in refused[0].recv(100)
        other = Client(server.port, headers=[("X-Forwarded-For", "192.0.2.8")])
        assert other.get("/").status == 200


def test_each_process_counts_its_connections_where_the_others_see_it(prepared: Ground):
    with prepared.serving(workers=2) as server:
        folder = environment_of(server.workers_now()[0])["PROMETHEUS_MULTIPROC_DIR"]

        def connections() -> list[int]:
            return memoryview(Path(folder, "connections").read_bytes()).cast("i").tolist()

        def wait_for(count: int) -> None:
            wait_until(lambda: sum(connections()) == count, lambda: f"{connections()}, not {count}")

        wait_for(0)  # those that found the server ready may still be open
        with ExitStack() as stack:
            for _ in range(16):
                stack.enter_context(socket.create_connection((HERE, server.port)))
            wait_for(16)
        wait_for(0)


def environment_of(pid: int) -> dict[str, str]:
    text = Path(f"/proc/{pid}/environ").read_text()
    return dict(line.split("=", 1) for line in text.split("\0") if line)


def test_another_server_command_logs_no_secret_of_a_link_either(prepared: Ground, tmp_path: Path):
    server = Server(tmp_path, prepared.copy(tmp_path), DJANGO_SETTINGS_MODULE=SETTINGS)
    command = "-m", "uvicorn", "scorekeeper.asgi:application", f"--host={HERE}", "--lifespan=off"
    with server.log_file.open("w") as log:
        server.process = subprocess.Popen(
            [sys.executable, *command, f"--port={server.port}"],
            cwd=ROOT,
            env=server.environment,
            stdout=log,
            stderr=log,
        )
    try:
        server.wait_until_it_listens()
        assert Client(server.port).get(f"/join/1/{'s' * 22}/").status == 404
    finally:
        server.stop()
    assert "Uvicorn running" in server.log()
    assert "Not Found: /join/1/…" in server.log()
    assert "sss" not in server.log()
