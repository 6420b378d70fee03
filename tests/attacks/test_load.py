"""Requests that take long or wait for the database do not delay those of others."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext

from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Ground, Server
from tests.attacks.test_disk import write_lock

STUCK = {"DJANGO_SETTINGS_MODULE": "tests.attacks.support.stuck"}


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


def test_a_device_with_many_slow_requests_does_not_delay_others(prepared: Ground):
    with prepared.serving(**STUCK) as server:
        phone, other = Phone(server.port), Phone(server.port)
        game = other.start()
        with in_background(*[(phone, phone.request("GET", "/slow/"))] * 16):
            assert page_within(1, other, f"/table/{game}/")


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
