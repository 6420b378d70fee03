"""Whoever types wrong codes closes the door for nobody else."""

from collections.abc import Callable, Iterator

import pytest

from tests.attacks.support.http import Answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server

WRONG = "BBBBBB"
SPELLED = "X_Forwarded_For"  # as WSGI tells it, that is X-Forwarded-For
Spelling = Callable[[str], list[tuple[str, str]]]


@pytest.fixture
def behind_a_proxy(prepared: Ground) -> Iterator[Server]:
    with prepared.serving(TRUST_PROXY="1") as server:
        yield server


def type_code(server: Server, code: str, *forwarded: tuple[str, str]) -> Answer:
    return Phone(server.port, headers=forwarded).post("/join/", [("code", code)])


def seen_at(address: str) -> tuple[str, str]:
    return "X-Forwarded-For", address


def shown_code(server: Server) -> str:
    host = Phone(server.port, headers=[seen_at("192.0.2.1")])
    host.start()
    return host.code(f"groups/{host.group}")


def test_a_hundred_wrong_codes_close_the_door_for_nobody_else(behind_a_proxy: Server):
    code = shown_code(behind_a_proxy)
    for number in range(120):
        answer = type_code(behind_a_proxy, WRONG, seen_at(f"198.51.100.{number % 12}"))
        assert answer.status in (422, 429)
    assert type_code(behind_a_proxy, code, seen_at("203.0.113.1")).status == 302


def test_after_ten_wrong_codes_from_one_address_the_right_one_is_taken(behind_a_proxy: Server):
    code, here = shown_code(behind_a_proxy), seen_at("198.51.100.1")
    answers = [type_code(behind_a_proxy, WRONG, here).status for _ in range(10)]
    assert answers == [422] * 10
    assert type_code(behind_a_proxy, code, here).status == 302


@pytest.mark.parametrize(
    "spelled",
    [
        lambda address: [seen_at("198.51.100.1"), (SPELLED, address)],
        lambda address: [(SPELLED, address), seen_at("198.51.100.1")],
    ],
    ids=["behind", "before"],
)
def test_an_address_in_a_header_that_the_proxy_did_not_write_is_not_believed(
    behind_a_proxy: Server,
    spelled: Spelling,
):
    for number in range(30):
        headers = spelled(f"203.0.113.{number}")
        answer = type_code(behind_a_proxy, WRONG, *headers)
    assert answer.status == 429
