"""Two servers with PostgreSQL behind PgBouncer, and Valkey: what one saves, the other shows."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.live.topics import Topics
from scorekeeper.live.valkey import watch_valkey
from tests.app.support.at_once import run_loop
from tests.attacks.support.cluster import Cluster, following, running_cluster, serving
from tests.attacks.support.killed import Outbox, wait_for_more
from tests.attacks.support.phone import Phone
from tests.support.services import missing
from tests.support.waiting import wait_until

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

POLLED = 2  # seconds after which a change is found without any message


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


def times_until_shown(stream, phone, game, slots, version):
    """Enter these rounds. Return how long each took to reach the stream, and the last version."""
    times = []
    for slot in slots:
        begin = time.monotonic()
        assert phone.enter(game, slot).status == 302
        version = stream.after(version)
        times.append(time.monotonic() - begin)
    return sorted(times), version


def test_a_round_reaches_pages_of_the_other_server_which_hears_of_no_other_game(cluster):
    here, there = cluster.servers
    phone, stranger = Phone(here.port), Phone(here.port)
    game, other = phone.start(), stranger.start()
    with following(there, phone, game) as stream:
        version = stream.next()
        wait_until(lambda: f"scorekeeper:game{game}" in cluster.channels)
        assert f"scorekeeper:group{phone.group}" in cluster.channels
        assert f"scorekeeper:game{other}" not in cluster.channels
        assert f"scorekeeper:group{stranger.group}" not in cluster.channels
        times, _ = times_until_shown(stream, phone, game, range(1, 8), version)
    assert times[len(times) // 2] < POLLED / 2
    wait_until(lambda: cluster.channels == set())  # without watchers it does not even listen


def test_a_listener_on_valkey_ends_whenever_it_is_cancelled(cluster, settings):
    settings.VALKEY_URL = cluster.services.valkey_url

    async def listen(topics):
        async for _ in watch_valkey(topics):
            pass

    async def end_at_every_step():
        for step in range(100):
            topics = Topics()
            topics.add(1, 1)
            listener = asyncio.create_task(listen(topics))
            for _ in range(step):
                await asyncio.sleep(0)
            listener.cancel()
            done, _ = await asyncio.wait([listener], timeout=POLLED)
            assert done, f"the listener outlives a cancellation at step {step}"

    run_loop(end_at_every_step())
    wait_until(lambda: cluster.channels == set())


def test_renaming_a_player_reaches_the_pages_of_all_games_of_the_group(cluster):
    here, there = cluster.servers
    phone = Phone(here.port)
    games = [phone.start(), phone.start()]
    rows = cluster.ground.database.rows("SELECT id, group_id FROM scorekeeper_player")
    player = min(pk for pk, group in rows if str(group) == phone.group)
    with following(there, phone, games[0]) as one, following(there, phone, games[1]) as two:
        versions = one.next(), two.next()
        assert phone.post(f"/players/{player}/edit/", [("name", "Anna")]).status == 302
        assert one.after(versions[0])
        assert two.after(versions[1])


def test_without_valkey_pages_still_follow_and_with_it_again_at_once(cluster):
    here, there = cluster.servers
    phone = Phone(here.port)
    game = phone.start()
    with following(there, phone, game) as stream:
        version = stream.next()
        cluster.services.valkey.stop()
        times, version = times_until_shown(stream, phone, game, (1, 2), version)
        assert times[-1] < 5 * POLLED
        cluster.services.valkey.start()
        wait_until(lambda: f"scorekeeper:game{game}" in cluster.channels)
        times, _ = times_until_shown(stream, phone, game, range(3, 10), version)
        assert times[len(times) // 2] < POLLED / 2


def test_phones_use_few_connections_of_the_pool_in_turn_and_nothing_fails(cluster):
    here, there = cluster.servers
    over = threading.Event()
    outboxes = [Outbox(server.port, server.database) for server in (here, there) for _ in range(3)]

    def look_around(outbox):
        group = f"/groups/{outbox.phone.group}/"
        paths = group, f"{group}statistics/", f"/table/{outbox.game}/history/", "/"
        return {path: outbox.phone.get(path).status for path in paths}

    with ThreadPoolExecutor(12) as threads:
        entering = [threads.submit(outbox.enter_until, over) for outbox in outboxes]
        looks = [threads.submit(look_around, outbox) for outbox in outboxes for _ in range(2)]
        try:
            assert [look.result() for look in looks if set(look.result().values()) != {200}] == []
            wait_for_more(outboxes, 30)
        finally:
            over.set()
        for phone in entering:
            phone.result()
    assert all(outbox.is_whole for outbox in outboxes)
    assert here.logged_errors() == there.logged_errors() == set()


@pytest.mark.parametrize("name", ["valkey", "pool", "postgres"])
def test_nothing_is_lost_or_doubled_while_a_service_is_away_and_pages_say_so(cluster, name):
    here, there = cluster.servers
    over = threading.Event()
    outboxes = [Outbox(server.port, server.database, later=(503,)) for server in (here, there)]
    service = getattr(cluster.services, name)
    with ThreadPoolExecutor(2) as threads:
        entering = [threads.submit(outbox.enter_until, over) for outbox in outboxes]
        try:
            wait_for_more(outboxes, 4)
            service.stop()
            if name == "valkey":
                wait_for_more(outboxes, 4)  # saved without it
            else:
                wait_until(lambda: all(outbox.resent for outbox in outboxes))
            page = outboxes[0].phone.get(f"/table/{outboxes[0].game}/")
            service.start()
            wait_for_more(outboxes, 10)
        finally:
            over.set()
        for phone in entering:
            phone.result()
    assert all(outbox.is_whole for outbox in outboxes)
    assert page.status == (200 if name == "valkey" else 503)
    if name != "valkey":
        assert page.headers["retry-after"]
        assert "Back in a moment" in page.text
    assert here.logged_errors() == there.logged_errors() == set()


def test_without_valkey_postgresql_notifies_if_the_listener_has_a_connection_of_its_own(cluster):
    ground, services, plain = cluster.ground, cluster.services, {"VALKEY_URL": ""}
    with (
        serving(ground, services, **plain) as direct,
        serving(ground, services, **plain, LISTEN_DATABASE_URL="") as pooled,
    ):
        phone = Phone(pooled.port)
        game = phone.start()
        with following(direct, phone, game) as stream:
            prompt, _ = times_until_shown(stream, phone, game, range(1, 8), stream.next())
        phone.port = direct.port
        with following(pooled, phone, game) as stream:
            late, _ = times_until_shown(stream, phone, game, (8, 9), stream.next())
    assert prompt[len(prompt) // 2] < POLLED / 2
    assert prompt[-1] < 5 * POLLED
    assert late[-1] < 5 * POLLED
