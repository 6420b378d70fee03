"""PostgreSQL, PgBouncer and Valkey as servers of their own, which can be stopped and started again.

They listen on sockets in one folder only, so they need no password and no free port.
"""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from tests import postgres
from tests.support.waiting import PATIENCE, wait_until

POOL = """
[databases]
* = host={folder} port=5432
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 1000
query_wait_timeout = 3
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
"""
DEBIAN = {"initdb": "postgresql", "pgbouncer": "pgbouncer", "redis-server": "redis-server"}


def find_valkey() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


def find_pgbouncer() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")


def missing() -> str:
    """Return how to install what is missing; "" if nothing is."""
    programs = {
        "initdb": postgres.find("initdb"),
        "pgbouncer": find_pgbouncer(),
        "redis-server": find_valkey(),
    }
    names = [DEBIAN[name] for name, path in programs.items() if not path]
    return f"install these with: apt install {' '.join(names)}" if names else ""


class Service:
    """A server that is ready when its socket takes connections."""

    def __init__(self, command: Sequence[str], ready: Path, stop: signal.Signals) -> None:
        self.command, self.ready, self.stop_signal = list(command), ready, stop
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        owner = "nobody" if os.getuid() == 0 else None  # PostgreSQL and PgBouncer refuse root
        folder = self.ready.parent
        with (folder / "services.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=folder, user=owner, stdout=log, stderr=log
            )
        wait_until(self.is_ready, (folder / "services.log").read_text)

    def is_ready(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise RuntimeError((self.ready.parent / "services.log").read_text())
        with socket.socket(socket.AF_UNIX) as line:
            return line.connect_ex(str(self.ready)) == 0

    def stop(self) -> None:
        """Stop it at once, with all its connections."""
        if self.process:
            self.process.send_signal(self.stop_signal)
            self.process.wait(PATIENCE)
            self.process = None
            self.ready.unlink(missing_ok=True)


class PostgreSQL(Service):
    """Its socket takes connections before it answers them."""

    def is_ready(self) -> bool:
        state = self.ready.parent / "data" / "postmaster.pid"
        return super().is_ready() and "ready" in state.read_text().split()


class Services:
    """All three, with the URLs by which a site reaches them."""

    def __init__(self, folder: Path, connections: int, fsync: bool) -> None:
        url_folder = quote(str(folder), safe="")
        self.direct_url = f"postgres://postgres@{url_folder}"
        self.pool_url = f"postgres://postgres@{url_folder}:6432"
        self.valkey_url = f"unix://{folder}/valkey"
        (folder / "users").write_text('"postgres" ""\n')
        (folder / "pool.ini").write_text(POOL.format(folder=folder, connections=connections))
        data = str(folder / "data")
        options = () if fsync else ("-F",)
        self.postgres = PostgreSQL(
            [postgres.find("postgres"), "-D", data, "-k", str(folder), "-h", "", *options],
            folder / ".s.PGSQL.5432",
            signal.SIGQUIT,
        )
        self.pool = Service(
            [find_pgbouncer(), "-q", str(folder / "pool.ini")],
            folder / ".s.PGSQL.6432",
            signal.SIGKILL,
        )
        memory_only = ("--save", "", "--appendonly", "no", "--dir", str(folder))
        self.valkey = Service(
            [find_valkey(), "--port", "0", "--unixsocket", str(folder / "valkey"), *memory_only],
            folder / "valkey",
            signal.SIGKILL,
        )

    @property
    def all(self) -> tuple[Service, ...]:
        return self.postgres, self.pool, self.valkey


@contextmanager
def running_services(connections: int = 20, fsync: bool = False) -> Iterator[Services]:
    """Start all three; `connections` is how many the pool has for each database."""
    with TemporaryDirectory(prefix="scorekeeper-services-") as name:
        folder = Path(name)
        owner = "nobody" if os.getuid() == 0 else None
        if owner:
            shutil.chown(folder, owner)
        folder.chmod(0o755)
        initdb = [postgres.find("initdb"), "-D", str(folder / "data"), "-U", "postgres"]
        options = ["--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
        subprocess.run(
            [*initdb, *options], cwd=folder, user=owner, check=True, stdout=subprocess.DEVNULL
        )
        services = Services(folder, connections, fsync)
        try:
            for service in services.all:
                service.start()
            yield services
        finally:
            for service in reversed(services.all):
                service.stop()
