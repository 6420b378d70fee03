"""If the database cannot be written, pages still work, and entries are saved later."""

import os
import resource
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.attacks.support.database import revisions
from tests.attacks.support.http import Answer
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import HERE, Ground, Server, free_port, manage
from tests.attacks.support.together import together

LOCKED, FULL = 503, 507
WAL_BYTES = 64 * 1024  # the largest file allowed
PATIENCE = 45  # seconds, including those that a writer waits
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24


def save(phone: Phone, game: int, slot: int) -> tuple[bytes, Answer]:
    """Return the request, to send it again, and the response."""
    request = phone.form(f"/table/{game}/enter/", entry(slot), OUTBOX)
    return request, phone.send(request)


def rounds(server: Server, game: int) -> int:
    return revisions(server.database, f"session_id = {game} AND slot > 0")


def save_until_refused(phone: Phone, game: int, most: int = 300) -> tuple[int, bytes, Answer]:
    """Return the number of saved rounds, the request that failed, and its response."""
    for slot in range(1, most):
        request, answer = save(phone, game, slot)
        if answer.status != 204:
            return slot - 1, request, answer
    raise AssertionError("the disk did not fill up")


def check_refused(phone: Phone, game: int, answer: Answer, *statuses: int) -> None:
    assert answer.status in statuses
    assert "outbox" not in answer.headers  # the phone keeps it
    assert phone.get(f"/table/{game}/").status == 200
    assert phone.get("/").status == 200


def test_with_a_full_disk_pages_work_and_the_entry_is_saved_when_there_is_space(
    prepared: Ground,
):
    settings = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.small_disk"}
    with prepared.serving(SMALL_DISK_PAGES="48", **settings) as server:
        phone = Phone(server.port)
        game = phone.start()
        saved, request, answer = save_until_refused(phone, game)
        check_refused(phone, game, answer, FULL)
        assert rounds(server, game) == saved
        server.stop()
        server.environment["SMALL_DISK_PAGES"] = "6000"
        server.start()
        assert phone.send(request).status == 204
        assert rounds(server, game) == saved + 1


def test_if_a_file_cannot_grow_no_acknowledged_round_is_lost(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        with limit_file_size(WAL_BYTES, server):
            saved, request, answer = save_until_refused(phone, game)
            check_refused(phone, game, answer, LOCKED, FULL)
            assert rounds(server, game) == saved
        assert phone.send(request).status == 204
        assert rounds(server, game) == saved + 1


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


@pytest.mark.long
def test_while_another_process_writes_a_round_is_refused_and_serve_explains(
    prepared: Ground,
):
    """At the same time, because each waits for the lock first."""
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        request = phone.form(f"/table/{game}/enter/", entry(1), OUTBOX)
        with write_lock(server):
            answer, lines = together(lambda: phone.send(request), lambda: run_serve(server))
            check_refused(phone, game, answer, LOCKED)
            assert int(answer.headers["retry-after"]) > 0
            assert rounds(server, game) == 0
        check_one_line(lines)
        assert phone.send(request).status == 204
        assert rounds(server, game) == 1


def test_pages_of_a_read_only_database_work(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        server.stop()
        server.before_exec = drop_override
        server.start()
        make_read_only(server.var)
        request, answer = save(phone, game, 1)
        check_refused(phone, game, answer, LOCKED, FULL)
        make_writable(server.var)
        server.stop()
        server.start()
        assert phone.send(request).status == 204


def drop_override() -> None:
    """Root may write read-only files. Give up this capability on the next exec."""
    import ctypes

    if os.getuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def make_read_only(var: Path) -> None:
    for file in var.glob("db.sqlite3*"):
        file.chmod(stat.S_IRUSR)


def make_writable(var: Path) -> None:
    for file in var.glob("db.sqlite3*"):
        file.chmod(stat.S_IRUSR | stat.S_IWUSR)


def test_serve_explains_a_read_only_database_in_one_line(prepared: Ground):
    with prepared.serving() as server:
        Phone(server.port).start()
        server.stop()
        make_read_only(server.var)
        check_one_line(run_serve(server))


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
