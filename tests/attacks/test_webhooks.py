"""Messages to other programs from a real server, whose background sends them."""

import json
import re

from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground
from tests.support.receiver import receiving
from tests.support.waiting import PATIENCE


def test_a_saved_round_is_told_from_the_background(prepared: Ground):
    with receiving() as receiver, prepared.serving(WEBHOOKS_TO_PRIVATE_NETWORKS="1") as server:
        phone = Phone(server.port)
        game = phone.start()
        add_webhook(phone, receiver.address)
        assert phone.enter(game, 1).status == 302
        arrived = receiver.arrivals.get(timeout=PATIENCE)
        assert json.loads(arrived.body)["type"] == "round.entered"
        server.stop()
        assert receiver.address not in server.log()


def add_webhook(phone: Phone, address: str) -> str:
    fields = [
        *(("name", "Lamps"), ("address", address), ("format", "standard")),
        *(("language", "en"), ("events", "round.entered")),
    ]
    answer = phone.post(f"/groups/{phone.group}/webhooks/new/", fields)
    assert re.fullmatch(rf"/groups/{phone.group}/webhooks/\d+/", answer.location), answer
    return answer.location
