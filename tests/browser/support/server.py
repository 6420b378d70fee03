"""The site as `make run` serves it, on SQLite with its own data, to be killed and restarted."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from socket import create_connection, create_server
from typing import Any

ROOT = Path(__file__).parents[3]
HERE = "127.0.0.1"
NOT_OURS = ("DATABASE_URL", "HTTPS", "TRUST_PROXY", "SCOREKEEPER_GAMES", "DJANGO_SETTINGS_MODULE")


class Server:
    def __init__(self, var: Path) -> None:
        self.var = var
        self.environment = {
            name: value for name, value in os.environ.items() if name not in NOT_OURS
        }
        self.environment["SCOREKEEPER_VAR"] = str(var)
        with create_server((HERE, 0)) as free:
            self.port: int = free.getsockname()[1]
        for command in ("migrate", "collectstatic"):
            subprocess.run(
                self.manage(command, "--noinput", "--verbosity=0"), env=self.environment, check=True
            )
        self.start()

    def manage(self, *arguments: str) -> list[str]:
        return [sys.executable, str(ROOT / "manage.py"), *arguments]

    def start(self) -> None:
        serve = self.manage("serve", f"--host={HERE}", f"--port={self.port}")
        self.process = subprocess.Popen(
            serve, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + 60
        while not self.listens():
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.05)

    def listens(self) -> bool:
        try:
            create_connection((HERE, self.port)).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """SIGKILL to all its processes, so that they cannot finish anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while self.listens():  # one of them has not ended yet
            time.sleep(0.01)

    def rounds(self) -> list[dict[str, Any]]:
        """Every revision of every round, in playing order."""
        with sqlite3.connect(self.var / "db.sqlite3") as database:
            entries = database.execute(
                "SELECT data FROM scorekeeper_revision WHERE slot > 0 ORDER BY position, revision"
            )
            return [json.loads(data) for (data,) in entries]
