"""Processes notify each other of changes: with real brokers in tests/attacks/test_cluster.py."""

import asyncio
import threading

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper.live import hub
from scorekeeper.live.hub import GameVersion, Hub, Watcher
from scorekeeper.models import GameSession, Group, notify
from scorekeeper.models.notify import Notifier
from tests.app.support.at_once import run_loop
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    add,
    device,
    is_postgres,
    page_version,
)
from tests.support.waiting import PATIENCE


def test_changes_during_a_message_are_told_together_in_the_next_one():
    messages, begun, go_on = [], threading.Event(), threading.Event()

    def send(topics):
        messages.append(topics)
        begun.set()
        assert go_on.wait(PATIENCE)

    notifier = Notifier(send)
    notifier.tell(["game1"])
    assert begun.wait(PATIENCE)
    for topic in ("game2", "game3", "game2"):
        notifier.tell([topic])
    go_on.set()
    notifier.close()
    assert messages == [{"game1"}, {"game2", "game3"}]


def test_what_is_left_is_told_when_a_process_ends_and_the_thread_begins_again_if_needed():
    messages = []
    notifier = Notifier(messages.append)
    for topic in ("game1", "game2"):
        notifier.tell([topic])
        notifier.close()
        assert messages[-1] == {topic}
        assert not notifier.thread


def test_a_message_that_fails_in_an_unexpected_way_is_not_the_last_one(monkeypatch):
    messages, failures = [], []
    monkeypatch.setattr(threading, "excepthook", failures.append)

    def send(topics):
        messages.append(topics)
        if len(messages) == 1:
            raise ValueError("label too long")

    notifier = Notifier(send)
    notifier.tell(["game1"])
    notifier.thread.join(PATIENCE)
    notifier.tell(["game2"])
    notifier.close()
    assert messages == [{"game1"}, {"game2"}]
    assert [str(failure.exc_value) for failure in failures] == ["label too long"]


def test_the_log_says_once_that_valkey_is_away_and_once_that_it_is_back(monkeypatch, caplog):
    import valkey

    broken = valkey.ConnectionError("Connection refused")
    answers = iter([None, broken, broken, broken, None, None, broken])

    def execute(_pipeline):
        if answer := next(answers):
            raise answer

    monkeypatch.setattr(notify, "valkey_client", lambda: valkey.Valkey(port=9))
    monkeypatch.setattr("valkey.client.Pipeline.execute", execute)
    for _ in range(7):
        notify.tell_valkey(["game1"])
    notify.valkey_is_away.clear()
    away, back = "Valkey was not notified: Connection refused", "Valkey is notified again"
    assert [record.getMessage() for record in caplog.records] == [away, back, away]


@pytest.mark.django_db(transaction=True)
def test_no_transaction_notifies_but_its_commit_does_and_its_end_without_one_does_not(monkeypatch):
    messages = []
    monkeypatch.setattr(Notifier, "tell", lambda _self, topics: messages.append(set(topics)))
    session = a_game(a_phone())
    messages.clear()
    with transaction.atomic():
        GameSession.objects.filter(pk=session.pk).note_change()
        transaction.set_rollback(True)
    assert messages == []
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        Group.objects.filter(pk=session.group_id).note_people_change()
        GameSession.objects.filter(pk=session.pk).note_change()
        assert messages == []
    assert not [query for query in queries if "notify" in query["sql"].lower()]
    expected = [{f"group{session.group_id}"}, {f"game{session.pk}"}] if is_postgres() else []
    assert messages == expected


async def nothing_but_the_start(*_):
    yield None
    await asyncio.Event().wait()


async def nothing_but_an_error(*_):
    raise ValueError("Port out of range 0-65535")
    yield


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("watch_commits", [nothing_but_the_start, nothing_but_an_error])
def test_a_change_whose_message_was_lost_is_found_a_little_later(monkeypatch, watch_commits):
    monkeypatch.setattr(hub, "watch_commits", watch_commits)
    monkeypatch.setattr(hub, "EVERY", 0.3)
    phone, session = a_hosted_game()
    seen, versions = GameVersion(page_version(session), session.group_id), []

    def change():
        add(session, a_round())
        connections.close_all()

    async def follow():
        here, was_sent = Hub(), asyncio.Event()

        async def send(version):
            versions.append(version)
            was_sent.set()

        watcher = Watcher(session.pk, device(phone), send)
        here.add(watcher, seen)
        await asyncio.sleep(0.1)  # the first look has been
        await asyncio.to_thread(change)
        try:
            async with asyncio.timeout(PATIENCE):
                await was_sent.wait()
        finally:
            here.remove(watcher)
            here.thread.shutdown()

    run_loop(follow())
    assert versions == [page_version(session)]
