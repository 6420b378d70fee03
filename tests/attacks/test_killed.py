"""A killed server loses no acknowledged entry, saves none twice, and leaves no process."""

import os
import signal

import pytest

from tests.attacks.support.killed import enter_and_kill
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Ground, Server
from tests.attacks.test_load import wait_for_another
from tests.releases.rolling import Roaming
from tests.support.long import examples


def test_every_entry_is_saved_once_if_the_server_is_killed_repeatedly(prepared: Ground):
    with prepared.serving() as server:
        outboxes = enter_and_kill(server, phones=2, kills=examples(3), seed=1)
        assert all(outbox.is_whole for outbox in outboxes)
        assert any(outbox.resent for outbox in outboxes)


def test_a_process_that_ended_is_replaced_one_that_slept_is_not_and_all_end_with_the_first(
    prepared: Ground,
):
    with prepared.serving(workers=2) as server:
        phone = Phone(server.port)
        game = phone.start()
        first, second = server.workers_now()
        os.kill(second, signal.SIGSTOP)
        os.kill(first, signal.SIGKILL)
        wait_for_another(server, first)
        assert phone.get(f"/table/{game}/").status == 200
        os.kill(second, signal.SIGCONT)
        assert second in server.workers_now()
        server.kill_parent()
        assert server.ends_within(10)
        with pytest.raises(ConnectionRefusedError):
            phone.get("/")


def test_a_phone_of_a_rolling_upgrade_sends_its_entries_to_each_server_in_turns(server: Server):
    phone = Roaming(server)
    phone.ports = [server.port, server.port]
    for number in (1, 2):
        fields = {"bid": 20, "traps": number}
        phone.deliver(phone.phone.form(phone.address, entry(number, **fields), OUTBOX))
    assert [one["traps"] for one in phone.saved_rounds()] == [1, 2]
