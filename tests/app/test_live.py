"""Live updates: real streams from a local server on the test database."""

import asyncio
import http.client
import threading
import time
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from scorekeeper.live import endpoint, hub
from scorekeeper.live.hub import GameVersion, Watcher
from scorekeeper.models import Member, Role
from scorekeeper.models.sessions import combine_versions
from scorekeeper.people.groups import remove_device
from tests.app.support.at_once import run_loop
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    device,
    draft,
    enter,
    is_postgres,
    open_form,
    page_version,
    remove,
    to,
    undo,
)
from tests.support.serving import serving
from tests.support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


class Stream:
    """The events that a browser's EventSource receives."""

    def __init__(self, site, phone, pk, **headers):
        self.line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        cookies = {"Cookie": f"device={phone.cookies['device'].value}"} if phone else {}
        self.line.request("GET", f"/live/{pk}/", headers={**cookies, **headers})
        self.answer = self.line.getresponse()

    def next(self):
        """The next version sent; None when the stream has ended."""
        try:
            line = self.answer.readline()
        except (http.client.IncompleteRead, ConnectionError):
            return None
        if not line:
            return None
        assert self.answer.readline() == b"\n"
        return int(line.removeprefix(b"data:"))

    def until(self, version):
        """Every version up to this one. Heartbeats never end, so there is a time limit."""
        deadline = time.monotonic() + PATIENCE
        told = [self.next()]
        while told[-1] not in (version, None):
            assert time.monotonic() < deadline, told
            told.append(self.next())
        return told


@contextmanager
def listening(site, phone, session, **headers):
    stream = Stream(site, phone, getattr(session, "pk", session), **headers)
    try:
        yield stream
    finally:
        stream.line.close()


@contextmanager
def connections_lost(site):
    """Connections are cut and not reopened before it ends, so commits in between go unnoticed."""
    if is_postgres():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid != pg_backend_pid()"
            )
    on_with_it = threading.Event()
    site.hub.thread.submit(connections.close_all)
    site.hub.thread.submit(on_with_it.wait, PATIENCE)
    yield
    on_with_it.set()


@contextmanager
def nowhere(site):
    """New connections fail to find the database."""
    setting = "HOST" if is_postgres() else "NAME"
    site.hub.thread.submit(connections.close_all)
    there, connection.settings_dict[setting] = connection.settings_dict[setting], "/nowhere/at/all"
    yield
    connection.settings_dict[setting] = there


def test_a_stream_is_refused_when_the_database_fails_so_that_the_page_polls(site):
    phone, session = a_hosted_game()
    with nowhere(site), listening(site, phone, session) as stream:
        assert stream.answer.status == 503
    with listening(site, phone, session) as stream:
        assert stream.next() == page_version(session)


def note(phone, session):
    draft(phone, session, bid="30")


def rename(phone, session):
    player = session.group.players.get(name="Ana")
    phone.post(f"/players/{player.pk}/edit/", {"name": "Anna"})


CHANGES = {
    "save": enter,
    "correct": lambda phone, session: correct(phone, session, 1, a_round(1)),
    "remove": lambda phone, session: remove(phone, session, 1),
    "undo": undo,
    "note": note,
    "comment": lambda phone, session: phone.post(
        to("options", session), {**open_form(phone, to("options", session)), "comment": "late"}
    ),
    "rename": rename,
}


SAME = "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"


def test_the_current_state_and_every_change_are_sent_and_never_cached(site):
    phone, session = a_hosted_game(rounds=2)
    page = phone.get("/").headers
    with listening(site, phone, session) as stream:
        assert stream.answer.status == 200
        headers = stream.answer.headers
        assert headers["Content-Type"] == "text/event-stream"
        assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
        policy = "default-src 'none'; frame-ancestors 'none'"
        assert headers["Content-Security-Policy"].startswith(policy)
        assert {name: headers[name] for name in SAME} == {name: page[name] for name in SAME}
        told = stream.next()
        assert told == page_version(session)
        for what, change in CHANGES.items():
            change(phone, session)
            assert page_version(session) > told, what
            told = stream.until(page_version(session))[-1]
            assert told == page_version(session), what


def test_the_last_of_many_changes_reaches_everyone_on_every_server(site):
    phone = a_phone()
    games = [a_game(phone) for _ in range(3)]
    with serving() as other:
        streams = [
            Stream(server, phone, game.pk) for server in (site, other, site) for game in games
        ]
        for _ in range(5):
            for game in games:
                add(game, a_round())
        for stream, game in zip(streams, games * 3, strict=True):
            told = stream.until(page_version(game))
            assert told == sorted(told)
            assert told[-1] == page_version(game)
            stream.line.close()


def test_changes_in_another_game_are_not_sent(site):
    phone, session = a_hosted_game()
    with listening(site, phone, session) as stream:
        first = stream.next()
        add(a_game(phone), a_round())
        add(session, a_round())
        assert stream.next() == first + combine_versions(1, 0)


def test_only_those_who_may_see_a_game_that_exists_get_its_stream(site):
    phone = a_phone()
    session, other, deleted = (a_game(phone) for _ in range(3))
    phone.post(to("delete", deleted))
    guest = a_member(session.group, Role.VIEWER, session)
    with listening(site, guest, session) as stream:
        assert stream.next() == page_version(session)
    refused = (a_phone(), session), (None, session), (guest, other), (phone, deleted)
    for who, game in (*refused, (phone, other.pk + 99), (phone, 10**17)):
        with listening(site, who, game) as stream:
            assert stream.answer.status == 404
            assert stream.answer.read() == b"Not found."
    with listening(site, phone, session, Host="evil.example") as stream:
        assert stream.answer.status == 400


def test_a_removed_device_and_all_of_a_deleted_game_are_told_and_get_nothing_more(site):
    phone, session = a_hosted_game()
    removed, kept = (a_member(session.group, Role.VIEWER) for _ in range(2))
    with listening(site, removed, session) as theirs, listening(site, kept, session) as ours:
        assert theirs.next() == ours.next() == page_version(session)
        remove_device(Member.objects.get(device=device(removed)))
        assert [theirs.next(), theirs.next()] == [hub.GONE, None]
        assert ours.next() == page_version(session)
        wait_until(lambda: site.hub.devices.total() == 1)
        phone.post(to("delete", session))
        assert [ours.next(), ours.next()] == [hub.GONE, None]


def test_the_state_is_repeated_from_time_to_time(site, monkeypatch):
    monkeypatch.setattr(endpoint, "HEARTBEAT", 0.05)
    phone, session = a_hosted_game()
    with listening(site, phone, session) as stream:
        assert [stream.next() for _ in range(3)] == [page_version(session)] * 3


def test_streams_per_device_are_limited_and_without_any_the_server_runs_no_queries(
    site, monkeypatch
):
    monkeypatch.setattr(hub, "MOST_PER_DEVICE", 2)
    phone, session = a_hosted_game()
    with listening(site, phone, session) as one, listening(site, phone, session) as two:
        assert one.next() == two.next() == page_version(session)
        noticing = site.hub.listener
        assert not noticing.done()
        with listening(site, phone, session) as third:
            assert third.answer.status == 503
    wait_until(lambda: not site.hub.watchers and noticing.done())
    assert not site.hub.versions
    assert not site.hub.devices
    with listening(site, phone, session) as again:
        assert again.answer.status == 200


def test_a_listener_that_arrives_as_the_last_one_leaves_hears_of_changes():
    phone, session = a_hosted_game()
    heard, shown = [], GameVersion(page_version(session), session.group_id)

    def enter_and_leave():
        enter(phone, session)
        connections.close_all()

    async def come_and_go():
        here, told = hub.Hub(), asyncio.Event()

        async def send(version):
            heard.append(version)
            told.set()

        first, second = (Watcher(session.pk, device(phone), send) for _ in range(2))
        here.add(first, shown)
        await asyncio.sleep(0)
        here.remove(first)
        here.add(second, shown)
        await asyncio.to_thread(enter_and_leave)
        try:
            async with asyncio.timeout(PATIENCE):
                await told.wait()
        finally:
            here.remove(second)
            here.thread.shutdown()

    run_loop(come_and_go())
    assert heard == [page_version(session)]


def test_a_server_that_stops_closes_its_streams(site):
    phone, session = a_hosted_game()
    with listening(site, phone, session) as stream:
        stream.next()
        site.server.should_exit = True
        start = time.monotonic()
        assert stream.next() is None
        site.thread.join(PATIENCE)
        assert time.monotonic() - start < site.server.config.timeout_graceful_shutdown


def test_a_connection_closed_by_the_database_is_reopened_and_nothing_is_missed(site):
    phone, session = a_hosted_game()
    with listening(site, phone, session) as stream:
        stream.next()
        with connections_lost(site):
            add(session, a_round())
        assert stream.until(page_version(session))[-1] == page_version(session)


def test_a_slow_listener_gets_only_the_newest_state():
    taken, gate = [], asyncio.Event()

    async def send(version):
        await gate.wait()
        taken.append(version)

    async def tell():
        watcher = Watcher(1, "device", send)
        telling = [asyncio.create_task(watcher.notify(n)) for n in (1, 2, 3)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*telling)
        await watcher.notify(hub.GONE)
        await watcher.notify(4)

    run_loop(tell())
    assert taken == [1, 3, hub.GONE]
