"""Input for the next entry is not lost, in whatever order requests arrive."""

from tests.attacks.support.drafting import Evening
from tests.attacks.support.server import Server
from tests.support.long import examples


def test_no_order_of_requests_loses_bids(server: Server):
    evening = Evening(server, seed=1)
    for _ in range(examples(3)):
        evening.play()
    assert evening.errors == []
