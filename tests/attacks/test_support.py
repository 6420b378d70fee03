"""The client that the attacks use works."""

from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server


def test_a_phone_starts_a_game_and_another_joins_by_link(server: Server):
    host, guest = Phone(server.port), Phone(server.port)
    game = host.start()
    assert host.enter(game, 1, bid=30).status == 302
    record = host.get(f"/table/{game}/record/").json
    assert [entry["bid"] for entry in record["entries"]] == [30]
    assert guest.get(f"/table/{game}/").status == 404
    assert guest.join(host.link(f"table/{game}", "enter")).status == 302
    assert guest.enter(game, 2).status == 302
    assert len(host.code(f"groups/{host.group}", "host")) >= 6
