"""The output of `manage.py serve`, and the headers of streams."""

import pytest

from tests.attacks.support.http import HERE, read_answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server

HEADERS = "permissions-policy", "referrer-policy", "x-content-type-options", "x-frame-options"


def open_stream(phone: Phone, game: int, **headers: str) -> tuple[int, dict[str, str]]:
    """Return the status and the headers. The stream itself does not end."""
    with phone.connect() as connection:
        connection.sendall(phone.request("GET", f"/live/{game}/", list(headers.items())))
        return read_answer(connection, "HEAD")[:2]


def test_the_output_of_a_service_contains_no_host_link(prepared: Ground):
    with prepared.serving() as server:
        phone = Phone(server.port)
        phone.start()
        server.kill()
        server.start()
        assert phone.get("/").status == 200
        server.stop()
        output = server.process.stdout.read().decode() + server.log()
        assert f":{server.port}" in output
        assert "/join/" not in output


@pytest.mark.parametrize("host", ["evil.example", f"{HERE}.evil.example"])
def test_a_stream_with_an_unknown_host_is_refused(server: Server, host: str):
    phone = Phone(server.port)
    game = phone.start()
    assert open_stream(phone, game)[0] == 200
    assert open_stream(phone, game, Host=host)[0] == 400


def test_a_stream_has_the_security_headers_of_a_page(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    page = phone.get(f"/table/{game}/").headers
    assert all(name in page for name in HEADERS)
    for visitor, status in ((phone, 200), (Phone(server.port), 404)):
        actual, headers = open_stream(visitor, game)
        assert actual == status
        assert [name for name in HEADERS if headers.get(name) != page[name]] == []
        assert "default-src 'none'" in headers["content-security-policy"]


def test_the_data_of_a_server_is_private(prepared: Ground):
    with prepared.serving() as server:
        server.stop()
        server.var.chmod(0o755)
        files = [server.var / "secret_key", *server.var.glob("db.sqlite3")]
        for file in files:
            file.chmod(0o644)
        server.start()
        Phone(server.port).start()  # which writes
        files += server.var.glob("db.sqlite3-*")
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert server.var.stat().st_mode & 0o777 == 0o700
