"""A killed server loses no acknowledged entry, saves none twice, and leaves no process."""

import pytest

from tests.attacks.support.killed import enter_and_kill
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server


@pytest.mark.parametrize("seed", [1, 2])
def test_every_entry_is_saved_once_if_the_server_is_killed_repeatedly(prepared: Ground, seed: int):
    with prepared.serving() as server:
        outboxes = enter_and_kill(server, phones=2, kills=3, seed=seed)
        assert all(outbox.is_whole for outbox in outboxes)
        assert any(outbox.resent for outbox in outboxes)


def test_all_processes_end_when_the_first_one_is_killed(prepared: Ground):
    with prepared.serving(workers=2) as server:
        server.kill_parent()
        assert server.ends_within(10)
        assert refuses(server)


def refuses(server: Server) -> bool:
    try:
        Phone(server.port).get("/")
    except ConnectionRefusedError:
        return True
    return False
