"""The scripts of deploy/ that start something. What a container starts is in test_image.py."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shlex import quote

import psycopg
import pytest

from tests.attacks.support.http import HERE
from tests.attacks.support.server import NOT_OURS, free_port
from tests.deploy.support.proxies import find
from tests.deploy.support.waiting import wait_for, wait_for_port
from tests.postgres import find as find_postgres

ROOT = Path(__file__).parents[2]
PASSWORD = "of every test"
IS_ROOT = os.getuid() == 0
MISSING = [
    package
    for package, found in (
        ("pgbouncer", find("pgbouncer")),
        ("postgresql", find_postgres("initdb")),
    )
    if not found
]


def test_a_command_gets_the_settings_of_the_service_as_they_are_written(tmp_path):
    settings = tmp_path / "scorekeeper.env"
    settings.write_text(
        f'# a comment\n\nSCOREKEEPER_VAR={tmp_path / "var"}\nSECRET_KEY=a$b & "c" #d\nHTTPS=1'
    )
    text = (ROOT / "deploy" / "manage.sh").read_text()
    for old, new in (
        ("/etc/scorekeeper.env", str(settings)),
        ('cd "$(dirname "$0")/.."', f"cd {quote(str(ROOT))}"),
        (".venv/bin/python", quote(sys.executable)),
        ("passwd scorekeeper", f"passwd {os.getuid()}"),
        ("--reuid=scorekeeper --regid=scorekeeper", f"--reuid={os.getuid()} --regid={os.getgid()}"),
        ("--init-groups", "--clear-groups" if IS_ROOT else "--keep-groups"),
    ):
        assert old in text
        text = text.replace(old, new)
    code = "import os; from django.conf import settings as s; "
    code += "print(s.SECRET_KEY, s.HTTPS, s.VAR, os.environ['HOME'])"
    others = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    ran = subprocess.run(
        ["sh", "-c", text, "manage.sh", "shell", "--verbosity=0", f"--command={code}"],
        env={**others, "HOME": "/of/somebody/else"},
        capture_output=True,
        text=True,
    )
    home = pwd.getpwuid(os.getuid()).pw_dir
    assert ran.stdout == f'a$b & "c" #d True {tmp_path / "var"} {home}\n', ran.stderr


DOCKER = """#!/bin/sh
# Answers as the registry does: with a digest for the image that is named last.
for image; do :; done
echo "\\"sha256:$(printf %s "$image" | sha256sum | cut -d" " -f1)\\""
"""


def pin_images(folder: Path, docker: str) -> tuple[int, str]:
    """Run the script with this program as docker. Return how it ended, and both files."""
    for name in ("Dockerfile", "compose.yaml", "deploy/pin-images.sh", "bin/docker"):
        (folder / name).parent.mkdir(exist_ok=True)
        if (ROOT / name).exists() and not (folder / name).exists():
            shutil.copy(ROOT / name, folder / name)
    (folder / "bin" / "docker").write_text(docker)
    (folder / "bin" / "docker").chmod(0o755)
    environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    ran = subprocess.run([folder / "deploy" / "pin-images.sh"], env=environment)
    return ran.returncode, "".join(
        (folder / name).read_text() for name in ("Dockerfile", "compose.yaml")
    )


@pytest.mark.parametrize("last", ["exit 1", "echo", "echo null"])
def test_images_stay_as_they_are_if_the_registry_does_not_tell_each_digest(tmp_path, last):
    before = "".join((ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml"))
    docker = DOCKER.replace("echo", f"case $image in python:*) {last}; exit ;; esac\necho", 1)
    status, text = pin_images(tmp_path, docker)
    assert status
    assert text == before
    assert not list(tmp_path.glob("*.old"))


def test_images_are_pinned_and_renewed_by_one_command(tmp_path):
    seen = set()
    for _time in range(2):
        status, text = pin_images(tmp_path, DOCKER)
        assert status == 0
        images = re.findall(r"^ *(?:FROM|image:) (\S+:\S+)", text, re.M)
        pinned = [re.fullmatch(r"(\S+:[^@]+)@sha256:([0-9a-f]{64})", image) for image in images]
        assert all(pinned), images
        assert all(sha256(pin[1].encode()).hexdigest() == pin[2] for pin in pinned)
        seen.add(text)
    assert len(seen) == 1
    assert not list(tmp_path.glob("*.old"))


@contextmanager
def postgresql(folder: Path) -> Iterator[int]:
    """Run a server that asks for the password. Yields its port."""
    owner, port = "nobody" if IS_ROOT else None, free_port()
    if owner:
        shutil.chown(folder, owner)
    (folder / "password").write_text(PASSWORD)
    data = str(folder / "data")
    secret = f"--pwfile={folder / 'password'}"
    quiet = {"user": owner, "cwd": folder, "stdout": subprocess.DEVNULL}
    initdb = [find_postgres("initdb"), "-D", data, "-U", "scorekeeper", "--auth=scram-sha-256"]
    subprocess.run([*initdb, secret, "--no-sync"], check=True, **quiet)
    options = ["-c", f"unix_socket_directories={folder}", "-h", HERE, "-p", str(port), "-F"]
    server = subprocess.Popen([find_postgres("postgres"), "-D", data, *options], **quiet)
    try:
        wait_for_port(port, server)
        wait_for(lambda: connect(port, "postgres").close(), server)
        yield port
    finally:
        server.send_signal(2)
        server.wait(30)


def connect(port: int, name: str = "scorekeeper", password: str = PASSWORD) -> psycopg.Connection:
    try:
        return psycopg.connect(
            host=HERE,
            port=port,
            user="scorekeeper",
            dbname=name,
            password=password,
            autocommit=True,
        )
    except psycopg.OperationalError as error:
        raise OSError(str(error)) from error


@contextmanager
def pgbouncer(folder: str, database: int) -> Iterator[int]:
    """Run the script, as nobody if we are root, which PgBouncer refuses. Yields its port."""
    script = (ROOT / "deploy" / "pgbouncer.sh").read_text()
    port = free_port()
    environment = {
        "PATH": f"{os.environ['PATH']}:/usr/sbin",
        "TMPDIR": folder,
        "POSTGRES_HOST": HERE,
        "POSTGRES_PORT": str(database),
        "POSTGRES_PASSWORD": PASSWORD,
        "LISTEN_ADDRESS": HERE,
        "LISTEN_PORT": str(port),
    }
    who = {"user": "nobody" if IS_ROOT else None, "stderr": subprocess.DEVNULL}
    pool = subprocess.Popen(["sh", "-c", script], env=environment, **who)
    try:
        wait_for_port(port, pool)
        yield port
    finally:
        pool.terminate()
        pool.wait(20)


@pytest.mark.skipif(
    bool(MISSING), reason=f"PgBouncer not tried; install it with: apt install {' '.join(MISSING)}"
)
@pytest.mark.long
def test_pgbouncer_asks_for_the_password_and_keeps_no_connection_for_one_client():
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-pool-") as folder,
        postgresql(Path(folder)) as database,
        pgbouncer(folder, database) as port,
    ):
        with connect(database, "postgres") as plain:
            plain.execute("CREATE DATABASE scorekeeper")
        with pytest.raises(OSError, match="auth"):
            connect(port, password="another")
        clients = [connect(port) for _client in range(30)]
        query = "SELECT pg_backend_pid()"
        backends = {client.execute(query).fetchone() for client in clients}
        assert len(backends) < len(clients)
        for client in clients:
            client.close()
