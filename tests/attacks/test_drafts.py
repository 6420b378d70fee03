"""What was typed for the next entry is not lost, in whatever order requests arrive."""

from tests.attacks.support.drafting import Evening
from tests.attacks.support.server import Server

RUNS = 6


def test_no_order_of_requests_loses_bids(server: Server):
    evening = Evening(server, seed=1)
    for _ in range(RUNS):
        evening.play()
    assert evening.errors == []
