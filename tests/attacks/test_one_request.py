"""One request, however it was made up, must not keep the server from answering others."""

import time

from tests.attacks.support.database import snapshot
from tests.attacks.support.http import FORM, Answer, Client, head, read_answer
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Server
from tests.attacks.support.wire import wait_for_closed

HEADERS = (
    *("content-security-policy", "permissions-policy", "referrer-policy", "cache-control"),
    *("x-content-type-options", "x-frame-options"),
)
PARTS = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="theme"; %s\r\n\r\ndark\r\n--x--\r\n'
BOUND = 3  # seconds, of which busy machines need a part; each of these took more than 5
SLOW_PART = PART % (b"*=" * 32_000)
SLOW_HEADER = "*=" * 7_000
SLOW_COOKIE = 'x="' + "\\x" * 7_000 + '"'
HEAD_LIMIT = 16 * 1024


def post(client: Client, content_type: str, body: bytes = b"theme=dark") -> Answer:
    own = [("Content-Type", content_type), ("Content-Length", len(body))]
    return client.send(client.request("POST", "/theme/", own) + body)


def seconds_for(client: Client, request: bytes, times: int = 1) -> float:
    """How long the server needs, whatever it answers."""
    begin = time.monotonic()
    for _ in range(times):
        client.send(request)
    return time.monotonic() - begin


def check_refusal(answer: Answer, status: int) -> None:
    assert answer.status == status
    assert answer.headers["content-type"].startswith("text/plain")
    assert [name for name in HEADERS if name not in answer.headers] == []
    assert "outbox" not in answer.headers  # the phone keeps its entry


def test_a_content_type_keeps_nobody_waiting(server: Server):
    client = Client(server.port)
    own = [("Content-Type", PARTS), ("Content-Length", len(SLOW_PART))]
    assert seconds_for(client, client.request("POST", "/theme/", own) + SLOW_PART) < BOUND
    request = client.request("GET", "/offline/", [("Content-Type", SLOW_HEADER)])
    assert seconds_for(client, request, times=20) < BOUND


def test_only_url_encoded_forms_are_read(server: Server):
    phone = Phone(server.port)
    others = PARTS, "multipart/mixed; boundary=x", "text/plain", "application/json", "", ";"
    strange = "; charset=utf-16", "; more=x", f";{' ' * 200}"
    for kind in (*others, *(FORM + more for more in strange), f"x{FORM}"):
        check_refusal(post(phone, kind), 415)
        assert "theme" not in phone.cookies, kind
    body = f"csrfmiddlewaretoken={phone.cookies['csrftoken']}&theme=dark".encode()
    for charset in ("", ";charset=UTF-8", '; charset="utf8"', ";Charset=utf-8"):
        phone.cookies.pop("theme", None)
        assert post(phone, FORM + charset, body).status == 302
        assert phone.cookies["theme"] == "dark", charset


def test_a_body_of_another_type_is_refused_before_it_arrives(server: Server):
    client = Client(server.port)
    own = [("Content-Type", PARTS), ("Content-Length", 1_000_000), ("Expect", "100-continue")]
    check_refusal(client.send(client.request("POST", "/theme/", own)), 415)


def test_a_content_type_without_a_body_is_ignored(server: Server):
    for kind in (PARTS, "text/plain; charset=utf-16", SLOW_HEADER):
        assert Client(server.port).get("/offline/", [("Content-Type", kind)]).status == 200


def test_an_entry_of_another_type_stays_on_the_phone(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    before = snapshot(server.database)
    request = phone.form(f"/table/{game}/enter/", entry(1), OUTBOX)
    check_refusal(phone.send(request.replace(FORM.encode(), b"text/plain")), 415)
    assert snapshot(server.database) == before


# The head


def long_head(client: Client, size: int, *headers: tuple[str, str]) -> bytes:
    """A request of so many bytes, without a body; the headers come last, without X-Fill."""
    request = client.request("GET", "/offline/", [*headers, ("X-Fill", "")])
    return request.replace(b"X-Fill: ", b"X-Fill: " + b"x" * (size - len(request)))


def in_many_headers(size: int) -> bytes:
    lines = [("X-Fill", "x" * 90)] * (size // 100)
    return head("GET /offline/ HTTP/1.1", [("Host", "localhost"), *lines])


def test_a_head_of_16_kb_is_read_and_a_longer_one_refused(server: Server):
    client = Client(server.port)
    assert client.send(long_head(client, HEAD_LIMIT)).status == 200
    for size in (HEAD_LIMIT + 1, 20_000, 200_000):
        check_refusal(client.send(long_head(client, size)), 431)
        check_refusal(client.send(in_many_headers(size + 200)), 431)


def test_a_long_head_that_arrives_slowly_is_refused_in_words_that_the_client_gets(server: Server):
    client = Client(server.port)
    request = long_head(client, 60_000)
    with client.connect() as connection:
        for start in range(0, len(request), 4_000):
            connection.sendall(request[start : start + 4_000])
            time.sleep(0.02)
        check_refusal(read_answer(connection), 431)
        assert wait_for_closed([connection], seconds=20, count=1)


def test_a_long_head_after_another_request_is_refused(server: Server):
    client = Client(server.port)
    first = head("GET /offline/ HTTP/1.1", [("Host", "localhost")])
    refused = head(
        "POST /theme/ HTTP/1.1",
        [("Host", "localhost"), ("Content-Type", PARTS), ("Content-Length", 1)],
    )
    for before in (first, refused + b"x"):
        with client.connect() as connection:
            connection.sendall(before + long_head(client, 20_000))
            answers = b""
            while part := connection.recv(1 << 16):
                answers += part
        assert b"HTTP/1.1 431 " in answers


# Cookies


def test_cookies_keep_nobody_waiting(server: Server):
    client = Client(server.port)
    request = client.request("GET", "/offline/", [("Cookie", SLOW_COOKIE)])
    assert seconds_for(client, request, times=20) < BOUND


def test_a_phone_with_cookies_of_other_sites_on_this_host_is_recognized(server: Server):
    phone = Phone(server.port)
    game = phone.start()
    phone.cookies = {**phone.cookies, "other": '"' + "\\054" * 2_000 + '"', "more": "x" * 4_000}
    assert phone.get(f"/table/{game}/").status == 200
