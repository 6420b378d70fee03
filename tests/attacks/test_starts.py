"""The same start, however often and however quickly it is sent, is one game of one group."""

import pytest

from tests.attacks.support.http import Answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server
from tests.attacks.support.together import together

GROUPS = "SELECT count(*) FROM scorekeeper_group"
GAMES = "SELECT count(*) FROM scorekeeper_gamesession"


def start_at_once(server: Server, *apart: float) -> list[Answer]:
    phone = Phone(server.port)
    request = phone.form("/new/chimera/", phone.setup())
    return together(*[lambda: phone.send(request)] * len(apart), apart=apart)


def count(server: Server) -> tuple[int, int]:
    return server.database.rows(GROUPS)[0][0], server.database.rows(GAMES)[0][0]


def check_started_once(server: Server, *apart: float) -> None:
    groups, games = count(server)
    answers = start_at_once(server, *apart)
    assert count(server) == (groups + 1, games + 1)
    assert {(answer.status, answer.location) for answer in answers} == {(302, answers[0].location)}


@pytest.mark.parametrize("milliseconds", range(11))
def test_a_start_sent_twice_is_one_game(server: Server, milliseconds: int):
    for _ in range(3):
        check_started_once(server, 0, milliseconds / 1000)


def test_a_start_sent_eight_times_at_once_is_one_game(server: Server):
    for _ in range(5):
        check_started_once(server, *[0] * 8)
