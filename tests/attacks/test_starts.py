"""A request to start a game that is sent repeatedly starts one game in one group."""

import pytest

from tests.attacks.support.server import Server
from tests.attacks.support.starts import starts_once


@pytest.mark.parametrize("milliseconds", range(11))
def test_a_start_that_is_sent_twice_makes_one_game(server: Server, milliseconds: int):
    assert all(starts_once(server, 0, milliseconds / 1000) for _ in range(3))


def test_a_start_that_is_sent_eight_times_at_once_makes_one_game(server: Server):
    assert all(starts_once(server, *[0] * 8) for _ in range(5))
