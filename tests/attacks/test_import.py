"""A file of games: the only form that is not URL-encoded, and the only work in the background."""

import json
import re
from contextlib import ExitStack

from tests.attacks.support.http import TOKEN, Answer, Client
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server
from tests.support.bgstats_plays import export
from tests.support.waiting import wait_until

KIND = "multipart/form-data; boundary=x"
LARGEST = 50 * 2**20
CHOSEN = re.compile(r'<select name="(player_\d+)".*?<option value="(\d+)" selected', re.DOTALL)
PLAYS = json.dumps(export(40)).encode()


def form(content: bytes) -> bytes:
    token = f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{TOKEN}\r\n'
    file = '--x\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'
    return f"{token}{file}".encode() + content + b"\r\n--x--\r\n"


def request(client: Client, path: str, length: int) -> bytes:
    return client.request("POST", path, [("Content-Type", KIND), ("Content-Length", length)])


def upload(phone: Phone, content: bytes) -> Answer:
    body = form(content)
    return phone.send(request(phone, f"/groups/{phone.group}/import/", len(body)) + body)


def a_host(server: Server) -> Phone:
    phone = Phone(server.port)
    phone.start()
    return phone


def wait_for(phone: Phone, path: str, *texts: str) -> str:
    """Return the first of the texts that the page has."""
    seen: list[str] = []

    def is_there() -> bool:
        page = phone.get(path).text
        seen[:] = [text for text in texts if text in page]
        return bool(seen)

    wait_until(is_there, lambda: phone.get(path).text)
    return seen[0]


def test_a_file_is_read_and_imported_in_the_background(server: Server):
    phone = a_host(server)
    page = upload(phone, PLAYS).location
    wait_for(phone, page, "Who is who")
    assert "Catan" not in phone.get("/games/").text
    matches = CHOSEN.findall(phone.get(page).text)
    assert len(matches) == 6
    assert phone.post(page, matches).status == 302
    wait_for(phone, page, "40 games imported")
    assert "Catan" in phone.get("/games/").text


def test_only_a_host_can_upload_and_nothing_is_kept_of_others(server: Server):
    host, stranger = a_host(server), Phone(server.port)
    stranger.group = host.group
    assert upload(stranger, PLAYS).status == 404
    guest = Phone(server.port)
    guest.join(host.link(f"groups/{host.group}", "enter"))
    guest.group = host.group
    assert upload(guest, PLAYS).status == 403
    assert not list((server.var / "imports").glob("*.upload"))


def test_no_other_address_takes_such_a_form(server: Server):
    phone = a_host(server)
    body = form(PLAYS)
    for path in (f"/groups/{phone.group}/", "/groups/1/import/2/", "/groups/x/import/", "/"):
        assert phone.send(request(phone, path, len(body)) + body).status == 415
    assert phone.send(request(phone, f"/groups/{phone.group}/import/", LARGEST * 2)).status == 413


def test_a_third_upload_at_once_has_to_wait_and_pages_do_not(alone: Server):
    with ExitStack() as stack:
        phone = a_host(alone)
        path = f"/groups/{phone.group}/import/"
        for _ in range(2):
            connection = stack.enter_context(phone.connect())
            connection.sendall(request(phone, path, LARGEST) + form(PLAYS)[:1000])
        answer = upload(phone, PLAYS)
        while answer.status == 302:  # the others have not arrived yet
            answer = upload(phone, PLAYS)
        assert answer.status == 503
        assert phone.get("/").status == 200


def test_a_file_is_also_read_if_the_server_stops_meanwhile(alone: Server):
    phone = a_host(alone)
    page = upload(phone, PLAYS).location
    alone.kill()  # before the background has begun, or in the midst of it
    alone.start()
    wait_for(phone, page, "Who is who")
