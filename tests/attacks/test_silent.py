"""Whoever opens connections and says nothing keeps nobody else out."""

from contextlib import ExitStack

from tests.attacks.support.http import HERE
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground
from tests.attacks.support.wire import closed_within, connections, is_closed

MOST, MORE = 200, 30
ELSEWHERE = "127.0.0.2"


def test_one_address_keeps_no_more_than_two_hundred_connections(prepared: Ground):
    with prepared.serving() as server, ExitStack() as stack:
        before = len(server.log().splitlines())
        kept = stack.enter_context(connections(server.port, MOST))
        more = stack.enter_context(connections(server.port, MORE))
        assert closed_within(more, seconds=10, count=MORE)
        assert not any(map(is_closed, kept))
        visitor = Phone(server.port, address=ELSEWHERE)
        assert visitor.get(f"/table/{visitor.start()}/").status == 200
        assert len(server.log().splitlines()) - before <= 3
        for connection in kept:
            connection.close()
        assert wait_for_a_page(Phone(server.port, address=HERE))


def wait_for_a_page(phone: Phone) -> bool:
    """The server hears a moment later that a connection was closed."""
    for _ in range(50):
        try:
            return phone.get("/").status == 200
        except ConnectionError:
            continue
    return False
