"""The site as `manage.py serve` serves it, on a local port, with data of its own."""

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection, create_server

from tests.attacks.support.database import Database, fresh_database
from tests.attacks.support.http import HERE, Client
from tests.support.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]
NOT_OURS = (
    *("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "TRUST_PROXY", "SCOREKEEPER_GAMES"),
    *("LISTEN_DATABASE_URL", "VALKEY_URL"),
    *("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "WORKERS", "PORT", "BIND"),
    *("NEW_GROUPS", "LOG_LEVEL", "LOG_FORMAT", "LOG_REQUESTS", "METRICS_TOKEN"),
    *("BACKUP_MAX_AGE_HOURS", "ABANDONED_GROUPS_DAYS", "OPERATOR_CONTACT"),
)
SITE = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
PREPARE = """
import django
from django.core.management import call_command

django.setup()
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""
# What the next versions of Python and Django will refuse fails here, too: see pyproject.toml.
STRICT = {"PYTHONWARNINGS": "error::DeprecationWarning,error::PendingDeprecationWarning"}
# High limits, because the attacks start and join many games.
PLENTY = dict.fromkeys(("NEW_GAMES_PER_HOUR", "NEW_GROUPS_PER_HOUR", "JOINS_PER_HOUR"), "1000000")


class Ground:
    """A migrated database and collected files, prepared once. Each server uses a copy."""

    def __init__(
        self, folder: Path, database_url: str | None = None, template: str = "template0"
    ) -> None:
        self.folder, self.database = folder, fresh_database(folder, database_url, template)

    def prepare(self) -> None:
        environment = build_environment(self.folder, self.database, **SITE)
        subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=environment, check=True)

    def copy(self, folder: Path) -> Database:
        shutil.copytree(self.folder / "static", folder / "static")
        shutil.copy(self.folder / "secret_key", folder)
        return self.database.copy(folder)

    @contextmanager
    def serving(self, workers: int = 1, **settings: str) -> Iterator["Server"]:
        """Run a server on a copy; `settings` are environment variables."""
        with tempfile.TemporaryDirectory(prefix="scorekeeper-attacks-") as name:
            server = Server(Path(name), self.copy(Path(name)), workers, **settings)
            try:
                server.start()
                yield server
            finally:
                server.kill()
                server.database.drop()


@contextmanager
def prepare_ground(
    database_url: str | None = None, template: str = "template0"
) -> Iterator[Ground]:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-attacks-") as folder:
        ground = Ground(Path(folder), database_url, template)
        try:
            ground.prepare()
            yield ground
        finally:
            ground.database.drop()


def build_environment(var: Path, database: Database, **settings: str) -> dict[str, str]:
    others = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    address = {"DATABASE_URL": database.url} if database.url else {}
    return {**others, **STRICT, **PLENTY, "SCOREKEEPER_VAR": str(var), **address, **settings}


def manage(*arguments: str, root: Path = ROOT) -> list[str]:
    return [sys.executable, str(root / "manage.py"), *arguments]


def free_port() -> int:
    """One that the system gives nobody else for a minute, as a connection to it has just ended."""
    with create_server((HERE, 0)) as free:
        port = int(free.getsockname()[1])
        with create_connection((HERE, port)), free.accept()[0]:
            return port


class Server:
    root = ROOT  # where its code is

    def __init__(self, var: Path, database: Database, workers: int = 1, **settings: str) -> None:
        self.var, self.database, self.workers = var, database, workers
        self.environment = build_environment(var, database, **settings)
        self.log_file = var / "log"
        self.before_exec: Callable[[], object] | None = None
        self.port = free_port()

    def start(self) -> None:
        self.launch()
        self.wait_until_it_listens()
        Client(self.port).get("/manifest.webmanifest")

    def launch(self) -> None:
        """In a session of its own, so that all its processes can be killed together."""
        address = f"--host={HERE}", f"--port={self.port}"
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                manage("serve", *address, f"--workers={self.workers}", root=self.root),
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
                preexec_fn=self.before_exec,
            )

    def wait_until_it_listens(self) -> None:
        wait_until(self.listens, self.log)

    def listens(self) -> bool:
        try:
            create_connection((HERE, self.port)).close()
        except OSError:
            assert self.process.poll() is None, f"the server ended: {self.log()}"
            return False
        return True

    def workers_now(self) -> list[int]:
        """The processes that serve pages."""
        pid = self.process.pid
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def kill(self) -> None:
        """Send SIGKILL to all its processes."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, AttributeError):  # it has ended, or was never started
            return
        self.process.wait()
        assert self.ends_within(PATIENCE)

    def kill_parent(self) -> None:
        """Kill only the first process, as the system does when memory is short."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Stop it like Ctrl+C or a service manager."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def ends_within(self, seconds: float) -> bool:
        """Return whether all its processes end by then: the last one closes their shared output."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                if selector.select(left) and not os.read(self.process.stdout.fileno(), 1 << 16):
                    return True
        return False

    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    def logged_errors(self) -> set[str]:
        """The last line of each kind of traceback in the log."""
        return set(re.findall(r"^Traceback.*\n(?: .*\n|\n)*(\S.{,200})", self.log(), re.M))
