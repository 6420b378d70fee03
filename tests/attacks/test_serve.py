"""The output and logs of servers, and who can read their files."""

import subprocess
import sys
from pathlib import Path

from tests.attacks.support.http import HERE, Client
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import ROOT, Ground, Server

SETTINGS = "scorekeeper.settings"


def test_a_service_prints_no_host_link_and_keeps_its_data_private(prepared: Ground):
    with prepared.serving() as server:
        Phone(server.port).start()
        server.stop()
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
