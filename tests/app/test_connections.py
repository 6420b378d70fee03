"""Connections that send or read too little: a local uvicorn with a small application."""

import asyncio
import logging
import os
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress

import pytest
import uvicorn

from scorekeeper.web.server import bodies, connections, refusals
from scorekeeper.web.server.bodies import BodyReader, CutOff, Refusal
from scorekeeper.web.server.bridge import WsgiBridge, header_variables
from scorekeeper.web.server.clients import ClientLimit
from scorekeeper.web.server.connections import Connection, Gate
from scorekeeper.web.server.listener import Listener
from tests.app.support.at_once import run_loop
from tests.support.waiting import PATIENCE, wait_until

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + FORM
HEAD = POST + b"Content-Length: 5\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
LARGE = 30 * 2**20


def echo(environ, start_response):
    """Echo the request; answer /large with a very large body."""
    body = b"x" * LARGE if environ["PATH_INFO"] == "/large" else environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@contextmanager
def serving(site):
    """The port of a server of this application."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        site,
        http=Connection,
        lifespan="off",
        log_config=None,
        timeout_keep_alive=75,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


@pytest.fixture
def port(monkeypatch):
    monkeypatch.setattr(connections, "gate", Gate())
    with serving(WsgiBridge(echo, threads=4)) as port:
        yield port


def connect(port, sent=b""):
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(sent)
    return line


def heard(line):
    """Everything received until the server closes the connection."""
    parts = []
    try:
        while part := line.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def answered(line, end=b""):
    """The next answer, up to and including `end`."""
    answer = line.recv(1 << 16)
    while not answer.endswith(end):
        more = line.recv(1 << 16)
        assert more, answer
        answer += more
    return answer


def echoes(line, body):
    return answered(line, b"\r\n\r\n" + body).startswith(b"HTTP/1.1 200")


def is_served(line, body):
    """Return whether the connection is not closed at once, and its request is answered."""
    try:
        return bool(line.recv(1, socket.MSG_PEEK)) and echoes(line, body)
    except ConnectionResetError:
        return False


# Django sees a complete body or none.


def test_a_request_that_is_cut_off_is_refused_and_so_is_one_without_its_length_or_too_large(port):
    for sent in (HEAD + b"1234", b"POST / HT"):  # shorter than announced, and half a head
        line = connect(port, sent)
        line.shutdown(socket.SHUT_WR)
        answer = heard(line)
        assert answer.startswith(b"HTTP/1.1 400 Bad Request")
        assert b"content-security-policy: default-src 'none'" in answer  # as on every page
        assert b"1234" not in answer
    both = HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    for head in (CHUNKED, both):
        assert answered(connect(port, head + b"1\r\na\r\n" * 5)).startswith(b"HTTP/1.1 411")
    line = connect(port, HEAD.replace(b": 5", b": 2000000"))
    line.sendall(b"x" * 2_000_000)
    assert answered(line).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        (b"/", b"application/x-www-form-urlencoded", "入力した内容を短くしてください"),
        (b"/groups/1/import/", b"multipart/form-data; boundary=x", "ファイルは50 MBまでです"),
    ],
)
def test_a_browser_gets_a_page_in_its_language_for_what_is_too_large(port, path, kind, text):
    fields = b"Host: testserver", b"Content-Length: 99000000", b"Content-Type: " + kind
    accepts = b"Accept: text/html", b"Accept-Language: ja"
    head = b"\r\n".join([b"POST " + path + b" HTTP/1.1", *fields, *accepts, b"", b""])
    line = connect(port, head)
    line.shutdown(socket.SHUT_WR)
    answer = heard(line).decode()
    assert answer.startswith("HTTP/1.1 413")
    assert text in answer
    assert "content-language: ja" in answer
    assert "script-src" in answer.partition("\r\n\r\n")[0]  # the policy of pages


def test_a_body_that_stops_half_way_is_answered_408_and_the_connection_closed(port, monkeypatch):
    monkeypatch.setattr(bodies, "PROGRESS", 0.2)
    assert heard(connect(port, HEAD + b"12")).startswith(b"HTTP/1.1 408")


def test_a_body_that_trickles_in_is_cut_off_too(port, monkeypatch):
    monkeypatch.setattr(bodies, "WHOLE", 0.5)
    line = connect(port, HEAD.replace(b": 5", b": 500"))
    began = time.monotonic()
    line.settimeout(0.1)
    while time.monotonic() - began < PATIENCE:
        line.sendall(b"x")
        try:
            answer = line.recv(1000)
            break
        except TimeoutError:
            continue
    assert answer.startswith(b"HTTP/1.1 408")


def test_a_head_that_stops_half_way_is_answered_408(port, monkeypatch):
    monkeypatch.setattr(connections, "PROGRESS", 0.2)
    assert heard(connect(port, b"GET / HTTP/1.1\r\nHost")).startswith(b"HTTP/1.1 408")


def messages(*bodies):
    """A `receive` that returns these parts; None means that the client leaves."""
    left = list(bodies)

    async def receive():
        if (part := left.pop(0)) is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    return receive


def test_all_bodies_together_stay_within_their_memory_limit(monkeypatch):
    monkeypatch.setattr(bodies, "IN_MEMORY", 10)
    reader = BodyReader(8)
    reader.in_memory = 4
    with pytest.raises(Refusal) as refusal:
        run_loop(reader.read([], messages(b"1234567")))
    assert refusal.value.status == 503
    assert run_loop(reader.read([], messages(b"123456"))) == b"123456"
    with pytest.raises(CutOff):
        run_loop(reader.read([], messages(b"123", None)))
    assert reader.in_memory == 4


# Connections are closed


def test_an_idle_connection_is_closed(port, monkeypatch):
    monkeypatch.setattr(connections, "IDLE", 0.2)
    assert heard(connect(port)) == b""


def test_a_connection_stays_open_and_a_body_arrives_complete_however_it_is_sent(port):
    line = connect(port, HEAD + b"12")
    time.sleep(0.1)
    line.sendall(b"345")
    assert echoes(line, b"12345")
    for _ in range(2):
        line.sendall(HEAD + b"12345")
        assert echoes(line, b"12345")


def test_a_client_that_does_not_read_its_answer_is_disconnected(port, monkeypatch):
    monkeypatch.setattr(connections, "STALLED", 0.3)
    line = connect(port, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(1.5)
    assert len(heard(line)) < LARGE


def test_a_client_that_reads_its_answer_slowly_gets_all_of_it(port, monkeypatch):
    monkeypatch.setattr(connections, "STALLED", 5)
    line = connect(port, b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    time.sleep(0.5)
    assert len(heard(line)) > LARGE


def test_what_a_client_does_not_read_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(connections, "gate", Gate())
    parts = []

    async def download(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(60):
            await send({"type": "http.response.body", "body": bytes(2**20), "more_body": True})
            parts.append(number)

    with serving(download) as port, connect(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        wait_until(lambda: parts)
        time.sleep(0.5)
        assert len(parts) < 60


def test_one_address_has_a_limited_number_of_connections(port, settings):
    settings.CONNECTIONS_PER_ADDRESS = 3
    lines = [connect(port) for _ in range(3)]
    assert heard(connect(port)) == b""
    for line in lines:
        line.sendall(HEAD + b"12345")
        assert echoes(line, b"12345")
    lines.pop().close()
    wait_until(lambda: is_served(connect(port, HEAD + b"12345"), b"12345"))


def test_when_all_connections_are_taken_the_longest_idle_one_is_closed(port, monkeypatch):
    monkeypatch.setattr(connections, "connection_limit", lambda: 2)
    first, second = connect(port), connect(port)
    time.sleep(0.2)
    third = connect(port, HEAD + b"12345")
    assert echoes(third, b"12345")
    assert heard(first) == b""
    second.sendall(HEAD + b"12345")
    assert echoes(second, b"12345")


def test_a_connection_is_taken_off_where_it_was_counted(port, monkeypatch):
    line, before, later = connect(port, HEAD + b"12345"), connections.gate, Gate()
    assert echoes(line, b"12345")
    monkeypatch.setattr(connections, "gate", later)  # as another test in this process does
    line.close()
    wait_until(lambda: before.open == 0 or later.open)
    assert later.open == 0


def test_behind_a_proxy_one_client_has_a_limited_number_of_concurrent_requests(settings):
    settings.TRUST_PROXY, settings.CONNECTIONS_PER_ADDRESS = True, 2
    statuses, leave = [], asyncio.Event()

    async def site(scope, receive, send):
        await leave.wait()

    async def send(message):
        statuses.append(message.get("status"))

    async def three_requests():
        limit = ClientLimit(site)
        first = [asyncio.create_task(limit(asked("192.0.2.7"), None, send)) for _ in range(2)]
        other = asyncio.create_task(limit(asked("192.0.2.8"), None, send))
        await asyncio.sleep(0)
        await limit(asked("192.0.2.7"), None, send)
        leave.set()
        await asyncio.gather(*first, other)
        return limit

    assert not run_loop(three_requests()).active
    assert statuses[0] == 503
    assert len(statuses) == 2  # the head and the body of the refused one


def test_behind_a_proxy_each_process_allows_its_share(settings):
    settings.TRUST_PROXY, settings.CONNECTIONS_PER_ADDRESS = True, 5
    statuses = []

    async def send(message):
        statuses.append(message.get("status"))

    async def requests(processes, count):
        leave = asyncio.Event()

        async def site(scope, receive, send):
            await leave.wait()

        limit = ClientLimit(site)
        limit.processes = processes
        waiting = [asyncio.create_task(limit(asked("192.0.2.7"), None, send)) for _ in range(count)]
        await asyncio.sleep(0)
        leave.set()
        await asyncio.gather(*waiting)

    for processes, allowed in ((1, 5), (2, 2), (9, 1)):
        statuses.clear()
        run_loop(requests(processes, 7))
        assert statuses.count(503) == 7 - allowed


def asked(address):
    return {"headers": [(b"x-forwarded-for", address.encode())], "type": "http", "path": "/"}


# Requests


def test_a_request_whose_client_has_left_is_not_run():
    run, on_with_it = [], threading.Event()

    def pages(environ, start_response):
        run.append(environ["PATH_INFO"])
        on_with_it.wait(PATIENCE)
        start_response("200 OK", [])
        return []

    async def send(message):
        pass

    async def ask(bridge, path, *received):
        await bridge(scope(path), messages(b"", *received), send)

    async def two_requests():
        bridge = WsgiBridge(pages, threads=1)
        first = asyncio.create_task(ask(bridge, "/first"))
        await asyncio.sleep(0.1)
        second = asyncio.create_task(bridge(scope("/second"), leaves_after(b""), send))
        await asyncio.sleep(0.1)
        on_with_it.set()
        await asyncio.gather(first, second)

    run_loop(two_requests())
    assert run == ["/first"]


def leaves_after(body):
    """A `receive` whose client sends everything and then leaves."""
    told = [{"type": "http.disconnect"}, {"type": "http.request", "body": body, "more_body": False}]

    async def receive():
        return told.pop()

    return receive


def scope(path):
    known = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [],
        "scheme": "http",
    }
    return known | {"http_version": "1.1", "server": None, "client": None}


def test_a_header_with_underscores_is_not_mistaken_for_a_proxy_header():
    headers = [
        (b"x_forwarded_for", b"192.0.2.1"),
        (b"x-forwarded-for", b"192.0.2.2"),
        (b"x_other", b"1"),
    ]
    assert header_variables(headers) == {"HTTP_X_FORWARDED_FOR": "192.0.2.2"}


def test_cookies_in_two_headers_are_all_read():
    assert header_variables([(b"cookie", b"a=1"), (b"cookie", b"b=2")]) == {
        "HTTP_COOKIE": "a=1; b=2"
    }


# The log


def test_refusals_are_logged_once_a_minute_with_their_counts(caplog, monkeypatch):
    monkeypatch.setattr(refusals, "EVERY", 0.1)
    monkeypatch.setattr(refusals, "counts", Counter())

    async def refuse_many():
        for _ in range(1200):
            refusals.count("half a head")
        refusals.count("something else")
        await asyncio.sleep(0.3)

    caplog.set_level(logging.WARNING)
    run_loop(refuse_many())
    assert [
        record.getMessage()
        for record in caplog.records
        if record.name == "scorekeeper.web.server.refusals"
    ] == ["Refused: 1,200 × half a head, 1 × something else"]


def test_a_long_burst_of_connections_is_spread_as_long_as_the_others_take_theirs(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        mine, other = (Listener(os.dup(server.fileno()), tmp_path, slot, 2) for slot in range(2))
        with mine, other, ExitStack() as clients:
            for _pair in range(10):
                for listener in (mine, other):
                    client = socket.create_connection(server.getsockname())
                    clients.enter_context(client)
                    if listener is other:
                        with pytest.raises(BlockingIOError):
                            mine.accept()
                    clients.enter_context(listener.accept()[0])
                time.sleep(0.002)
            assert list(mine.counts) == [10, 10]
            clients.enter_context(socket.create_connection(server.getsockname()))
            mine.counts[1] = 0  # it is stuck
            wait_until(lambda: accepts(mine))


def accepts(listener):
    with suppress(BlockingIOError):
        listener.accept()[0].close()
        return True
    return False
