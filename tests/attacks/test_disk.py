"""If the database cannot be written, pages still work, and entries are saved later."""

import os
import resource
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.attacks.support.database import revisions
from tests.attacks.support.http import Answer
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import HERE, Ground, Server, free_port, manage
from tests.attacks.support.together import together

HURRIED = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.hurried"}
LOCKED, FULL = 503, 507
WAL_BYTES = 64 * 1024  # the largest file allowed
PATIENCE = 45  # seconds, including those that a writer waits
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24


def check_refused(phone: Phone, game: int, answer: Answer, *statuses: int) -> None:
    assert answer.status in statuses
    assert "outbox" not in answer.headers  # the phone keeps it
    assert phone.get(f"/table/{game}/").status == 200
    assert phone.get("/").status == 200


@pytest.mark.long
def test_entries_are_refused_and_saved_later_and_serve_explains_it_in_one_line(prepared: Ground):
    with prepared.serving(**HURRIED) as server:
        phone = Phone(server.port)
        game = phone.start()

        def save(slot: int) -> Answer:
            return phone.send(phone.form(f"/table/{game}/enter/", entry(slot), OUTBOX))

        def is_saved_next() -> bool:
            before = rounds()
            return save(before + 1).status == 204 and rounds() == before + 1

        def rounds() -> int:
            return revisions(server.database, f"session_id = {game} AND slot > 0")

        with limit_file_size(WAL_BYTES, server):  # as on a full disk
            saved = 0
            while (answer := save(saved + 1)).status == 204:
                saved += 1
            check_refused(phone, game, answer, LOCKED, FULL)
            assert rounds() == saved
        assert is_saved_next()
        with write_lock(server):  # both wait for the lock first
            answer, lines = together(lambda: save(saved + 2), lambda: run_serve(server))
            check_refused(phone, game, answer, LOCKED)
            assert int(answer.headers["retry-after"]) > 0
        check_one_line(lines)
        assert is_saved_next()
        restart(server, stat.S_IRUSR)
        check_refused(phone, game, save(saved + 3), LOCKED, FULL)
        server.stop()
        check_one_line(run_serve(server))
        restart(server, stat.S_IRUSR | stat.S_IWUSR)
        assert is_saved_next()


@contextmanager
def limit_file_size(count: int, server: Server) -> Iterator[None]:
    (pid,), kind = server.workers_now(), resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (count, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)


@contextmanager
def write_lock(server: Server) -> Iterator[None]:
    """A lock of another process, such as a backup."""
    with closing(sqlite3.connect(server.var / "db.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def restart(server: Server, mode: int) -> None:
    """A server whose database becomes read-only after the start, or can be written again."""
    server.stop()
    server.before_exec = drop_override
    for file in server.var.glob("db.sqlite3*"):
        file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    server.start()
    for file in server.var.glob("db.sqlite3*"):
        file.chmod(mode)


def drop_override() -> None:
    """Root may write read-only files. Give up this capability on the next exec."""
    import ctypes

    if os.getuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def check_one_line(lines: list[str]) -> None:
    assert len(lines) == 1, lines
    assert "db.sqlite3" in lines[0]


def run_serve(server: Server) -> list[str]:
    process = subprocess.run(
        manage("serve", f"--host={HERE}", f"--port={free_port()}"),
        env=server.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=drop_override,
        timeout=PATIENCE,
        text=True,
    )
    assert process.returncode != 0
    return process.stderr.strip().splitlines()
