"""The figures of /metrics, and who may read them."""

from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client

from scorekeeper.models import Code, Role
from scorekeeper.operating import live_lag, metrics
from scorekeeper.operating.endpoint import may_read_metrics
from scorekeeper.people.programs import make_token
from scorekeeper.webhooks import changes
from scorekeeper.webhooks.delivery import Outcome
from tests.app.support.bridging import bridged
from tests.app.support.counts import counting
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_phone,
    a_round,
    device,
    open_form,
    to,
    typed,
)
from tests.app.support.webhooks import a_webhook

REQUESTS = "requests_total"


def test_a_request_is_counted_by_its_view_method_and_status():
    phone = a_phone()
    path, table = to("table", a_game(phone)), {"view": "table", "method": "GET"}
    with counting(REQUESTS, **table, status="200") as pages:
        etag = dict(bridged(phone, path).headers)[b"etag"].decode()
    with counting(REQUESTS, **table, status="304") as unchanged:
        bridged(phone, path, HTTP_IF_NONE_MATCH=etag)
    with counting(REQUESTS, **table, status="404") as hidden:
        bridged(a_phone(), path)
    with counting("request_seconds_count", view="table") as timed:
        bridged(phone, path)
    assert (pages, unchanged, hidden, timed) == ([1], [1], [1], [1])


def test_a_request_of_a_program_is_counted_by_the_pattern_of_its_address():
    host, session = a_hosted_game()
    maker = session.group.members.get(device=device(host))
    token = make_token(session.group, maker.pk, "a program", Role.SCORER)
    labels = {"view": "api/v1/games/<int:pk>", "method": "GET", "status": "200"}
    with counting(REQUESTS, **labels) as answers:
        path = f"/api/v1/games/{session.pk}"
        bridged(Client(), path, HTTP_AUTHORIZATION=f"Bearer {token}")
    assert answers == [1]


def test_no_label_comes_from_what_a_request_sends():
    none = {"view": "none", "status": "404"}
    with counting(REQUESTS, **none, method="GET") as unknown:
        bridged(a_phone(), f"/evil-{uuid4()}/")
    with counting(REQUESTS, **none, method="other") as invented:
        bridged(a_phone(), f"/evil-{uuid4()}/", "BREW")
    with counting(REQUESTS, view="none", status="400", method="GET") as strange:
        bridged(a_phone(), "/", HTTP_HOST="evil.example")
    assert (unknown, invented, strange) == ([1], [1], [1])
    assert "evil" not in metrics.exposition().decode()


def test_what_becomes_of_an_entry_is_counted(django_capture_on_commit_callbacks):
    phone, session = a_hosted_game()
    fields = open_form(phone, to("enter", session)) | typed(a_round())
    sent = [
        ("saved", fields, 302),
        ("repeated", fields, 302),
        ("same", fields | {"submission": uuid4()}, 302),
        ("conflict", fields | {"submission": uuid4(), "bid": 40}, 409),
        ("refused", fields | {"submission": uuid4(), "bid": 7}, 422),
    ]
    for outcome, data, status in sent:
        with (
            counting("entries_total", outcome=outcome) as counted,
            django_capture_on_commit_callbacks(execute=True),
        ):
            assert phone.post(to("enter", session), data).status_code == status, outcome
        assert counted == [1], outcome


def test_typed_codes_are_counted():
    host, session = a_hosted_game()
    host.get(to("share", session))
    assert Code.objects.exists()
    with counting("codes_total", outcome="wrong") as wrong:
        a_phone().post("/join/", {"code": "BBBBBB"})
    assert wrong == [1]


def test_messages_to_webhooks_are_counted(monkeypatch):
    webhook = a_webhook(a_group(a_phone()), "http://127.0.0.1:9/")
    for status, outcome in [(204, "sent"), (500, "failed"), (0, "failed")]:
        monkeypatch.setattr(changes, "post", lambda *_, status=status: Outcome(status))
        with counting("webhooks_total", outcome=outcome) as counted:
            changes.send(webhook, "1", {"type": "test", "data": {}, "timestamp": "2026-01-01"})
        assert counted == [1]


def test_the_wait_for_the_lock_is_timed(transactional_db):
    phone, session = a_hosted_game()
    fields = open_form(phone, to("enter", session)) | typed(a_round())
    with counting("lock_seconds_count") as locks:
        assert phone.post(to("enter", session), fields).status_code == 302
    assert locks[0] >= 1


def test_it_is_timed_once_however_often_the_connection_was_opened(transactional_db):
    for _time in range(3):
        connection.close()
        connection.ensure_connection()
    with counting("lock_seconds_count") as locks, transaction.atomic():
        pass
    assert locks == [1 if connection.vendor == "sqlite" else 0]


# From a save to the event


@pytest.fixture
def saves():
    live_lag.changes.clear()
    yield live_lag.changes
    live_lag.changes.clear()


@pytest.mark.parametrize(
    ("version", "last", "timed"),
    [
        (5, 4, 1),
        (6, 3, 1),  # several changes have one event
        (4, 3, 0),  # the event of an earlier change
        (6, 5, 0),  # this change was told before
    ],
)
def test_a_change_is_timed_with_the_first_event_that_tells_it(saves, version, last, timed):
    saves.extend([(1, 5, 0.0), (2, version, 0.0)])
    with counting("live_seconds_count") as counted:
        live_lag.note_event(1, version, last)
    assert counted == [timed]


def test_a_save_is_remembered_to_be_timed_and_only_so_many_are(saves):
    session = a_game(a_phone(), rounds=1)
    game, version, _at = saves[-1]
    assert (game, version) == (session.pk, type(session).objects.get(pk=session.pk).version)
    saves.extend([(1, 1, 0.0)] * 2_000)
    assert len(saves) == 1_000


# Who may read it


def from_host(host="127.0.0.1:8000", client="127.0.0.1", **headers):
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": (client, 1) if client else None, "headers": [(b"host", host.encode()), *sent]}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_this_machine_may_read_the_figures(host):
    assert may_read_metrics(from_host(host))
    assert may_read_metrics(from_host(host, client="::1"))


@pytest.mark.parametrize(
    "request_",
    [
        from_host(client="192.168.1.20"),
        from_host(client=""),  # a proxy on a Unix socket
        from_host("score.example"),
        from_host("score.example:8000"),
        from_host(""),
        from_host(x_forwarded_for="192.0.2.7"),
        from_host(x_forwarded_proto="https"),
        from_host(x_forwarded_host="score.example"),
        from_host(x_real_ip="192.0.2.7"),
        from_host(forwarded="for=192.0.2.7"),
        from_host(via="1.1 a proxy"),
    ],
)
def test_nobody_else_may_not_even_through_a_proxy_on_this_machine(request_):
    assert not may_read_metrics(request_)


def test_with_a_token_only_the_token_counts(settings):
    settings.METRICS_TOKEN = "a token of an operator"
    right, wrong = (f"Bearer {token}" for token in (settings.METRICS_TOKEN, "another"))
    assert may_read_metrics(from_host("score.example", "192.0.2.7", authorization=right))
    assert not may_read_metrics(from_host(authorization=wrong))
    assert not may_read_metrics(from_host())
