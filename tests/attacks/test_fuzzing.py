"""Random requests to any URL do not cause server errors."""

import pytest

from tests.attacks.support.fuzz import failures
from tests.attacks.support.server import Ground

REQUESTS = 500


@pytest.mark.parametrize("seed", [1, 2])
def test_random_requests_cause_no_server_error(prepared: Ground, seed: int):
    with prepared.serving() as server:
        assert failures(server, seed, REQUESTS) == []
        assert server.logged_errors() == set()
