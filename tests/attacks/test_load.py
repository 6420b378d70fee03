"""Requests that take long, wait for the database or arrive slowly do not delay those of others."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext

import pytest

from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Ground, Server
from tests.attacks.support.slow import measure_waits, slow_clients
from tests.attacks.test_disk import write_lock
from tests.support.waiting import wait_until

STUCK = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.stuck"}
STUCK_SOON = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.stuck_soon"}


@contextmanager
def in_background(
    *requests: tuple[Phone, bytes], within: AbstractContextManager[None] | None = None
) -> Iterator[None]:
    """Send them, and wait for the responses at the end, after `within`."""
    with ThreadPoolExecutor(len(requests)) as threads:
        with within or nullcontext():
            answers = [threads.submit(phone.send, request) for phone, request in requests]
            time.sleep(0.3)
            yield
        assert all(answer.result().status in (200, 204) for answer in answers)


def page_within(seconds: float, phone: Phone, path: str) -> bool:
    begin = time.monotonic()
    return phone.get(path).status == 200 and time.monotonic() - begin < seconds


def wait_for_another(server: Server, pid: int) -> None:
    count = len(server.workers_now())

    def is_replaced() -> bool:
        workers = server.workers_now()
        return pid not in workers and len(workers) >= count

    wait_until(is_replaced, server.log)


@pytest.mark.long
def test_slow_requests_delay_nobody_else_and_a_process_that_does_not_answer_is_replaced(
    prepared: Ground,
):
    with prepared.serving(**STUCK_SOON) as server:
        phone, other = Phone(server.port), Phone(server.port)
        page = f"/table/{other.start()}/"
        with in_background(*[(phone, phone.request("GET", "/slow/"))] * 16):
            assert page_within(1, other, page)
        (stuck,) = server.workers_now()
        with phone.connect() as connection:
            connection.sendall(phone.request("GET", "/endless/"))
            wait_for_another(server, stuck)
        assert other.get(page).status == 200
        (line,) = server.log().splitlines()
        assert f"Process {stuck} did not answer" in line
        server.stop()
        assert server.process.returncode == 0
        assert server.ends_within(1)


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Let no save go on: hold SQLite's lock, or the rows of all groups."""
    if not server.database.url:
        with write_lock(server):
            yield
        return
    import psycopg

    with psycopg.connect(server.database.url) as connection:
        connection.execute("SELECT id FROM scorekeeper_group FOR UPDATE")
        yield


def test_while_saves_wait_for_the_database_others_read(server: Server):
    phones = [Phone(server.port, f"127.0.0.{number}") for number in range(2, 10)]
    saves = [
        (phone, phone.form(f"/table/{phone.start()}/enter/", entry(1), OUTBOX)) for phone in phones
    ]
    reader = Phone(server.port)
    game = reader.start()
    reader.timeout = 3
    with in_background(*saves, within=locked(server)):
        assert all(page_within(3, reader, f"/table/{game}/") for _ in range(3))


def test_slow_clients_do_not_delay_other_pages(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    phone.timeout = 5  # a page that waited for the slow clients would never end
    with slow_clients(server.port, 20):
        assert max(measure_waits(phone, f"/table/{game}/", seconds=1)) < 4
