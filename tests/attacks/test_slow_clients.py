"""Slow clients do not delay others, and are disconnected."""

import time

import pytest

from tests.attacks.support.http import read_answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server
from tests.attacks.support.slow import measure_waits, slow_clients
from tests.attacks.support.wire import connect, half_a_post, wait_for_closed


def test_slow_clients_do_not_delay_other_pages(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    phone.timeout = 5  # a page that waited for the slow clients would never end
    with slow_clients(server.port, 20):
        assert max(measure_waits(phone, f"/table/{game}/", seconds=3)) < 4


@pytest.mark.long
def test_half_a_request_is_refused_after_ten_seconds(server: Server):
    with connect(server.port) as connection:
        connection.sendall(half_a_post(server.port) + b"csrfmiddleware")
        begin = time.monotonic()
        connection.settimeout(25)
        answer = read_answer(connection, "POST")
        assert answer.status == 408
        assert 9 < time.monotonic() - begin < 20
        assert wait_for_closed([connection], seconds=5, count=1)
