"""A server that no longer answers is replaced, and one that is only busy or asleep is not."""

import os
import signal
import time

import pytest

from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server

STUCK = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.stuck"}
PATIENCE = 40


def send_and_leave(phone: Phone, path: str) -> None:
    with phone.connect() as connection:
        connection.sendall(phone.request("GET", path))
        time.sleep(0.2)


def wait_for_another(server: Server, pid: int) -> None:
    deadline, count = time.monotonic() + PATIENCE, len(server.workers_now())
    while pid in (workers := server.workers_now()) or len(workers) < count:
        assert time.monotonic() < deadline, server.log()
        time.sleep(0.1)


@pytest.mark.long
def test_a_process_that_does_not_answer_is_replaced(prepared: Ground):
    with prepared.serving(**STUCK) as server:
        phone = Phone(server.port)
        game = phone.start()
        (stuck,) = server.workers_now()
        send_and_leave(phone, "/endless-pattern/")
        wait_for_another(server, stuck)
        assert phone.get(f"/table/{game}/").status == 200
        (line,) = server.log().splitlines()
        assert f"Process {stuck} did not answer" in line
        server.stop()
        assert server.process.returncode == 0
        assert server.ends_within(1)


def test_a_process_that_ended_is_replaced_and_one_that_slept_is_not(prepared: Ground):
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
