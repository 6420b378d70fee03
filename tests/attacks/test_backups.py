"""A backup that was taken under load brings everything back, in an empty place."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.attacks.support.copies import copy_game
from tests.attacks.support.database import SQLite, fresh_database, snapshot
from tests.attacks.support.killed import Outbox, wait_for_more
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server, manage
from tests.support.long import LONG

GAMES = 10_000 if LONG else 300
FINISHED = "SELECT count(*) FROM scorekeeper_gamesession WHERE finished_at IS NOT NULL"


def run(server: Server, *command: str) -> str:
    done = subprocess.run(
        manage(*command), env=server.environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_many(server: Server) -> Phone:
    """A host whose group has played many games."""
    host = Phone(server.port)
    game, slot = host.start(target=100), 0
    while server.database.rows(FINISHED) == [(0,)]:
        slot += 1
        assert host.enter(game, slot).status == 302
    copy_game(server.database, game, GAMES - 1)
    return host


@contextmanager
def entering(server: Server, phones: int) -> Iterator[list[Outbox]]:
    """Phones that enter rounds meanwhile."""
    over, outboxes = Event(), [Outbox(server.port, server.database) for _ in range(phones)]
    with ThreadPoolExecutor(phones) as threads:
        futures = [threads.submit(outbox.enter_until, over) for outbox in outboxes]
        try:
            wait_for_more(outboxes, 5)
            yield outboxes
            wait_for_more(outboxes, 1)
        finally:
            over.set()
        for future in futures:
            future.result()


@contextmanager
def elsewhere(prepared: Ground | None = None) -> Iterator[Server]:
    """A place without any data; a prepared one has tables."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-attacks-") as name:
        var = Path(name)
        database = prepared.copy(var) if prepared else fresh_database(var)
        (var / "secret_key").unlink(missing_ok=True)
        server = Server(var, database, workers=1)
        try:
            yield server
        finally:
            server.kill()
            server.database.drop()


def a_killed_backup_leaves_no_file_that_looks_like_one(server: Server, folder: Path) -> None:
    command = manage("backup", str(folder))
    backup = subprocess.Popen(command, env=server.environment, stdout=subprocess.DEVNULL)
    while backup.poll() is None and not list(server.var.glob("backup-in-work-*")):
        pass
    backup.kill()
    backup.wait()
    for file in folder.glob("scorekeeper-*"):  # it was quicker than we
        run(server, "verify", str(file))
    run(server, "backup", str(folder), "--keep=1")
    assert len(list(folder.glob("scorekeeper-*"))) == 1


@pytest.mark.long
def test_nothing_that_was_acknowledged_before_a_backup_is_missing_after_all_is_lost(
    prepared: Ground, tmp_path: Path
):
    with prepared.serving(workers=2) as server:
        host = play_many(server)
        link = host.link(f"groups/{host.group}", "enter")
        a_killed_backup_leaves_no_file_that_looks_like_one(server, tmp_path)
        with entering(server, phones=2) as outboxes:
            # The last entry of each may still be on its way.
            acknowledged = [len(outbox.sent) - 1 for outbox in outboxes]
            said = run(server, "backup", str(tmp_path / "backup.tar.gz"), "--verify")
            meanwhile = [len(outbox.sent) for outbox in outboxes]
        assert f"{GAMES:,} finished games computed" in said
        assert all(later > before for before, later in zip(acknowledged, meanwhile, strict=True))
        server.kill()
        lost = server.database.rows(FINISHED)
        shutil.rmtree(server.var)
        server.var.mkdir()

    with elsewhere() as server:
        run(server, "restore", str(tmp_path / "backup.tar.gz"))
        assert server.database.rows(FINISHED) == lost == [(GAMES,)]
        restored = snapshot(server.database)
        run(server, "upgrade", "--backup", str(tmp_path))
        assert snapshot(server.database) == restored
        server.start()
        for outbox, before in zip(outboxes, acknowledged, strict=True):
            outbox.phone.port, outbox.database = server.port, server.database
            rounds = outbox.saved_rounds()
            assert rounds == outbox.sent[: len(rounds)]
            assert len(rounds) >= before
            outbox.sent = rounds
            over = Event()
            with ThreadPoolExecutor(1) as thread:  # the phone's cookie works as before
                more = thread.submit(outbox.enter_until, over)
                wait_for_more([outbox], 2)
                over.set()
                more.result()
            assert outbox.is_whole
        host.port = server.port
        assert host.link(f"groups/{host.group}", "enter") == link
        guest = Phone(server.port)
        assert guest.join(link).status == 302
        assert guest.get(f"/groups/{host.group}/").status == 200


def test_after_a_restore_that_failed_another_succeeds_and_browsers_get_the_page_of_today(
    prepared: Ground, tmp_path: Path
):
    with prepared.serving() as server:
        phone = Phone(server.port)
        game = phone.start()
        phone.enter(game, 1)
        run(server, "backup", str(tmp_path / "whole.tar.gz"))
        entries = snapshot(server.database)["revision"]
        phone.enter(game, 2, bid=20)  # is lost
        known = phone.get(f"/table/{game}/").headers["etag"]
        assert phone.get(f"/table/{game}/", [("If-None-Match", known)]).status == 304
    with elsewhere(prepared) as server:  # tables without a row are not data
        check_failed_restore(server, tmp_path)
        run(server, "restore", str(tmp_path / "whole.tar.gz"))
        assert snapshot(server.database)["revision"] == entries
        if isinstance(server.database, SQLite):
            assert server.database.file.stat().st_mode & 0o777 == 0o600
            assert (server.var / "secret_key").stat().st_mode & 0o777 == 0o600
        server.start()
        phone.port = server.port
        phone.enter(game, 2, bid=40)
        assert phone.get(f"/table/{game}/", [("If-None-Match", known)]).status == 200


def check_failed_restore(server: Server, folder: Path) -> None:
    whole = (folder / "whole.tar.gz").read_bytes()
    (folder / "cut").write_bytes(whole[: len(whole) // 2])
    command = manage("restore", str(folder / "cut"))
    done = subprocess.run(command, env=server.environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "is damaged, or not a backup" in done.stderr
    assert done.stderr.count("\n") == 1
