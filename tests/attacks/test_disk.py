"""A database that cannot be written to can be read, and takes later what it could not take."""

import os
import resource
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.attacks.support.database import revisions
from tests.attacks.support.http import Answer
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import HERE, Ground, Server, free_port, manage
from tests.attacks.support.together import together

LOCKED, FULL = 503, 507
WAL_BYTES = 64 * 1024  # what a file may grow to
PATIENCE = 45  # seconds: a writer waits a while for its turn
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24


def save(phone: Phone, game: int, slot: int) -> tuple[bytes, Answer]:
    """The request, to be sent again, and its answer."""
    request = phone.form(f"/table/{game}/enter/", entry(slot), OUTBOX)
    return request, phone.send(request)


def rounds(server: Server, game: int) -> int:
    return revisions(server.database, f"session_id = {game} AND slot > 0")


def save_until_refused(phone: Phone, game: int, most: int = 300) -> tuple[int, bytes, Answer]:
    """How many were saved, the one that was not, and its answer."""
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


def test_a_full_disk_is_said_so_and_what_it_did_not_take_is_saved_when_there_is_room(
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


def test_a_disk_that_takes_no_more_of_a_file_loses_nothing_that_was_acknowledged(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        with no_file_longer_than(WAL_BYTES, server):
            saved, request, answer = save_until_refused(phone, game)
            check_refused(phone, game, answer, LOCKED, FULL)
            assert rounds(server, game) == saved
        assert phone.send(request).status == 204
        assert rounds(server, game) == saved + 1


@contextmanager
def no_file_longer_than(count: int, server: Server) -> Iterator[None]:
    pid, kind = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (count, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)


@contextmanager
def write_lock(server: Server) -> Iterator[None]:
    """As a backup or a repair holds it, from another process."""
    with closing(sqlite3.connect(server.var / "db.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_while_another_process_writes_a_save_may_come_again_and_serve_says_what_to_do(
    prepared: Ground,
):
    """Both at once: each waits for its turn first."""
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        request = phone.form(f"/table/{game}/enter/", entry(1), OUTBOX)
        with write_lock(server):
            answer, said = together(lambda: phone.send(request), lambda: said_by_serve(server))
            check_refused(phone, game, answer, LOCKED)
            assert int(answer.headers["retry-after"]) > 0
            assert rounds(server, game) == 0
        check_one_line(said)
        assert phone.send(request).status == 204
        assert rounds(server, game) == 1


def test_a_database_that_became_read_only_can_be_read(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        server.stop()
        server.before_exec = no_way_around_permissions
        server.start()
        read_only(server.var)
        request, answer = save(phone, game, 1)
        check_refused(phone, game, answer, LOCKED, FULL)
        writable_again(server.var)
        server.stop()
        server.start()
        assert phone.send(request).status == 204


def no_way_around_permissions() -> None:
    """Root may write to what is read-only; from the next exec on this process may not."""
    import ctypes

    if os.getuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def read_only(var: Path) -> None:
    for file in var.glob("db.sqlite3*"):
        file.chmod(stat.S_IRUSR)


def writable_again(var: Path) -> None:
    for file in var.glob("db.sqlite3*"):
        file.chmod(stat.S_IRUSR | stat.S_IWUSR)


def test_serve_says_in_one_line_what_to_do_about_a_read_only_database(prepared: Ground):
    with prepared.serving() as server:
        Phone(server.port).start()
        server.stop()
        read_only(server.var)
        check_one_line(said_by_serve(server))


def check_one_line(said: list[str]) -> None:
    assert len(said) == 1, said
    assert "db.sqlite3" in said[0]


def said_by_serve(server: Server) -> list[str]:
    ended = subprocess.run(
        manage("serve", f"--host={HERE}", f"--port={free_port()}"),
        env=server.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=no_way_around_permissions,
        timeout=PATIENCE,
        text=True,
    )
    assert ended.returncode != 0
    return ended.stderr.strip().splitlines()
