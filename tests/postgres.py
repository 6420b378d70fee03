"""Runs the app's tests and the attacks on a PostgreSQL of their own: `python tests/postgres.py [-k ...]`.

It is gone afterwards, and listens on a socket in its temporary folder only, so it needs no password and meets no other.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

MISSING = "PostgreSQL tests skipped: no server found; install it with: apt install postgresql"


def find(program: str) -> str | None:
    """On the PATH, or where Debian keeps it: the newest version."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name)
    )
    return shutil.which(program) or shutil.which(
        program, path=os.pathsep.join(map(str, reversed(folders)))
    )


@contextmanager
def database(initdb: str, pg_ctl: str, folder: str) -> Iterator[str]:
    """The address of an empty one."""
    owner = "nobody" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    if owner:
        shutil.chown(folder, owner)
    data, log = f"{folder}/data", f"{folder}/log"
    options = f"-k '{folder}' -h '' -F"  # the socket, no network, and no waiting for the disk

    def server(*command: str, check: bool = True) -> None:
        subprocess.run(command, cwd=folder, user=owner, check=check, stdout=subprocess.DEVNULL)

    server(
        initdb,
        "-D",
        data,
        "-U",
        "postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-locale",
        "--no-sync",
    )
    try:
        server(pg_ctl, "start", "-D", data, "-l", log, "-o", options)
        url = f"postgres://postgres@{quote(folder, safe='')}/scorekeeper"
        yield url
    finally:
        server(pg_ctl, "stop", "-D", data, "-m", "immediate", check=False)


def run_tests(url: str, folder: str, arguments: list[str]) -> int:
    environment = {**os.environ, "DATABASE_URL": url, "SCOREKEEPER_VAR": f"{folder}/var"}
    folders = ("tests/app", "tests/attacks")
    pytest = [sys.executable, "-m", "pytest", *folders, "-n", "auto", *arguments]
    return subprocess.run(pytest, env=environment).returncode


def main(arguments: list[str]) -> int:
    initdb, pg_ctl = find("initdb"), find("pg_ctl")
    if not (initdb and pg_ctl):
        print(MISSING)
        return 1 if os.environ.get("NO_SKIPS") == "1" else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a run that is stopped cleans up as well
    temporary = tempfile.TemporaryDirectory(prefix="scorekeeper-postgres-")
    with temporary as folder, database(initdb, pg_ctl, folder) as url:
        return run_tests(url, folder, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
