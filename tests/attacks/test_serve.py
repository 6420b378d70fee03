"""What `manage.py serve` tells, and to whom."""

import pytest

from tests.attacks.support.http import HERE, read_answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server

HEADERS = "permissions-policy", "referrer-policy", "x-content-type-options", "x-frame-options"


def live(phone: Phone, game: int, **headers: str) -> tuple[int, dict[str, str]]:
    """What the answer begins with: it goes on for as long as somebody listens."""
    with phone.connect() as connection:
        connection.sendall(phone.request("GET", f"/live/{game}/", list(headers.items())))
        return read_answer(connection, "HEAD")[:2]


def test_nobody_who_reads_the_output_of_a_service_finds_a_host_link_in_it(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        phone.start()
        server.kill()
        server.start()
        assert phone.get("/").status == 200
        server.stop()
        told = server.process.stdout.read().decode() + server.log()
        assert f":{server.port}" in told
        assert "/join/" not in told


@pytest.mark.parametrize("host", ["evil.example", f"{HERE}.evil.example"])
def test_a_stream_asked_for_by_a_foreign_name_is_refused(server: Server, host: str):
    phone = Phone(server.port)
    game = phone.start()
    assert live(phone, game)[0] == 200
    assert live(phone, game, Host=host)[0] == 400


def test_a_stream_carries_the_headers_of_a_page(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    page = phone.get(f"/table/{game}/").headers
    assert all(name in page for name in HEADERS)
    for visitor, status in ((phone, 200), (Phone(server.port), 404)):
        answered, headers = live(visitor, game)
        assert answered == status
        assert [name for name in HEADERS if headers.get(name) != page[name]] == []
        assert "default-src 'none'" in headers["content-security-policy"]
