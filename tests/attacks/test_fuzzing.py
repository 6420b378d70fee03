"""Whatever is sent to whichever address, the server answers it without an error of its own."""

import pytest

from tests.attacks.support.fuzz import failures
from tests.attacks.support.server import Ground

REQUESTS = 500


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_request_is_an_error_of_the_server(prepared: Ground, seed: int):
    with prepared.serving() as server:
        assert failures(server, seed, REQUESTS) == []
        assert server.logged_errors() == set()
