"""Random requests to any URL do not cause server errors."""

from tests.attacks.support.fuzz import failures
from tests.attacks.support.server import Server
from tests.support.long import examples


def test_random_requests_cause_no_server_error(server: Server):
    assert failures(server, seed=1, count=examples(150)) == []
    assert server.logged_errors() == set()
