"""Silent connections do not keep others out."""

from contextlib import ExitStack

from tests.attacks.support.http import HERE
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground
from tests.attacks.support.wire import connections, is_closed, wait_for_closed

MOST, MORE = 200, 30
ELSEWHERE = "127.0.0.2"


def test_one_address_can_keep_two_hundred_connections_at_most(prepared: Ground):
    with prepared.serving() as server, ExitStack() as stack:
        before = len(server.log().splitlines())
        allowed = stack.enter_context(connections(server.port, MOST))
        more = stack.enter_context(connections(server.port, MORE))
        assert wait_for_closed(more, seconds=10, count=MORE)
        assert not any(map(is_closed, allowed))
        visitor = Phone(server.port, address=ELSEWHERE)
        assert visitor.get(f"/table/{visitor.start()}/").status == 200
        assert len(server.log().splitlines()) - before <= 3
        for connection in allowed:
            connection.close()
        assert wait_for_a_page(Phone(server.port, address=HERE))


def wait_for_a_page(phone: Phone) -> bool:
    """Retry, because the server notices closed connections a little later."""
    for _ in range(50):
        try:
            return phone.get("/").status == 200
        except ConnectionError:
            continue
    return False
