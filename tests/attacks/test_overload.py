"""More visitors than the server can answer: what comes first, what is refused, and how kindly."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from select import select

import pytest

from tests.attacks.support.http import Answer, read_answer
from tests.attacks.support.phone import OUTBOX, Phone
from tests.attacks.support.server import Ground, Server
from tests.attacks.test_load import STUCK

VISITORS = 75  # each waits for 0.4 s of a thread, of which there are four
PAGE = [("Accept", "text/html,*/*;q=0.8")]


def from_address(number: int) -> tuple[str, str]:
    return ("X-Forwarded-For", f"10.0.{number >> 8}.{number & 255}")


def visit(server: Server, number: int, opened: ExitStack) -> socket.socket:
    """Ask for a page. A visitor who comes before the server knows its pace waits, too."""
    phone = Phone(server.port, headers=[from_address(number)])
    line = opened.enter_context(phone.connect())
    line.sendall(phone.request("GET", "/slow/"))
    return line


def is_refused(line: socket.socket) -> bool:
    return bool(select([line], [], [], 0.2)[0]) and read_answer(line).status == 503


@contextmanager
def crowded(server: Server) -> Iterator[list[socket.socket]]:
    """Visitors from everywhere, who all wait for a page. Begin when the server knows its pace: it
    refuses pages for four seconds more.
    """
    with ExitStack() as opened:
        crowd = [visit(server, number, opened) for number in range(VISITORS)]
        late = range(VISITORS, 2 * VISITORS)
        assert any(is_refused(visit(server, number, opened)) for number in late)
        yield crowd


@pytest.fixture
def busy(prepared: Ground) -> Iterator[Server]:
    """A server that does not know its pace yet, and lets almost all of a crowd wait."""
    with prepared.serving(TRUST_PROXY="1", **STUCK) as server:
        yield server


def timed(answer: Answer, begin: float) -> tuple[int, bool]:
    """The status, and whether it came at once: a thread is free every 0.1 s."""
    return answer.status, time.monotonic() - begin < 2


def test_saves_and_unchanged_pages_go_on_while_new_pages_are_refused(busy: Server):
    phone = Phone(busy.port, headers=[from_address(50_000)])
    game, other = phone.start(), phone.start()
    etag = phone.get(f"/table/{other}/").headers["etag"]
    stranger = Phone(busy.port, headers=[from_address(50_001)])
    with crowded(busy) as crowd:
        begin = time.monotonic()
        refused = stranger.get("/", PAGE)
        assert timed(refused, begin) == (503, True)
        assert 5 <= int(refused.headers["retry-after"]) <= 10
        begin = time.monotonic()
        news = phone.get(f"/table/{other}/", [("If-None-Match", etag)])
        assert timed(news, begin) == (304, True)
        begin = time.monotonic()
        assert timed(phone.enter(game, 1, OUTBOX), begin) == (204, True)
        begin = time.monotonic()
        changed = phone.get(f"/table/{other}/", [("If-None-Match", '"an older page"')])
        assert timed(changed, begin) == (503, True)
        statuses = [read_answer(line).status for line in crowd]
    assert set(statuses) <= {200, 503}  # the last ones of the crowd may be refused, too
    assert statuses.count(200) > VISITORS / 2
    assert stranger.get("/", PAGE).status == 200
    assert "Service Unavailable" not in busy.log()


def test_who_is_refused_reads_why_in_their_language_and_programs_get_json(busy: Server):
    stranger = Phone(busy.port, headers=[from_address(50_002)])
    own_css = re.search(r'"(/own\.[0-9a-f]+\.css)"', stranger.get("/").text)[1]
    # The file that pages name takes its turn behind the crowd, so it is asked for while they all
    # wait, and read once they have left.
    with stranger.connect() as file:
        with crowded(busy):
            file.sendall(stranger.request("GET", own_css))
            for language in ("en", "de", "ja", "ko"):
                page = stranger.get("/", [*PAGE, ("Accept-Language", language)])
                assert page.status == 503
                assert f'<html lang="{language}"' in page.text
                assert "/static/" in page.text
                assert "script-src 'self'" in page.headers["content-security-policy"]
                assert not page.cookies
            stranger.cookies["language"] = "ko"
            assert '<html lang="ko"' in stranger.get("/", PAGE).text
            answer = stranger.get("/api/v1/games", [("Authorization", "Bearer " + "t" * 49)])
            assert answer.status == 503
            assert answer.json["error"]["code"] == "service_unavailable"
            assert stranger.get("/").headers["content-type"].startswith("text/plain")
            begin = time.monotonic()
            assert stranger.get("/health/live").status == 200
            assert time.monotonic() - begin < 1
        assert read_answer(file).status == 200
