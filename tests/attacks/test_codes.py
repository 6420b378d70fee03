"""Wrong codes do not lock out anybody else."""

from collections.abc import Callable, Iterator

import pytest

from tests.attacks.support.http import Answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server

WRONG = "BBBBBB"
UNDERSCORES = "X_Forwarded_For"  # in WSGI variables, the same as X-Forwarded-For
Headers = Callable[[str], list[tuple[str, str]]]


@pytest.fixture
def behind_a_proxy(prepared: Ground) -> Iterator[Server]:
    with prepared.serving(TRUST_PROXY="1") as server:
        yield server


def type_code(server: Server, code: str, *forwarded: tuple[str, str]) -> Answer:
    return Phone(server.port, headers=forwarded).post("/join/", [("code", code)])


def forwarded_for(address: str) -> tuple[str, str]:
    return "X-Forwarded-For", address


def show_code(server: Server) -> str:
    host = Phone(server.port, headers=[forwarded_for("192.0.2.1")])
    host.start()
    return host.code(f"groups/{host.group}")


def test_after_a_hundred_wrong_codes_other_addresses_can_still_join(behind_a_proxy: Server):
    code = show_code(behind_a_proxy)
    for number in range(120):
        answer = type_code(behind_a_proxy, WRONG, forwarded_for(f"198.51.100.{number % 12}"))
        assert answer.status in (422, 429)
    assert type_code(behind_a_proxy, code, forwarded_for("203.0.113.1")).status == 302


def test_after_ten_wrong_codes_the_same_address_can_still_join(behind_a_proxy: Server):
    code, here = show_code(behind_a_proxy), forwarded_for("198.51.100.1")
    answers = [type_code(behind_a_proxy, WRONG, here).status for _ in range(10)]
    assert answers == [422] * 10
    assert type_code(behind_a_proxy, code, here).status == 302


@pytest.mark.parametrize(
    "headers",
    [
        lambda address: [forwarded_for("198.51.100.1"), (UNDERSCORES, address)],
        lambda address: [(UNDERSCORES, address), forwarded_for("198.51.100.1")],
    ],
    ids=["behind", "before"],
)
def test_an_address_in_a_header_with_underscores_is_ignored(
    behind_a_proxy: Server,
    headers: Headers,
):
    for number in range(30):
        answer = type_code(behind_a_proxy, WRONG, *headers(f"203.0.113.{number}"))
    assert answer.status == 429
