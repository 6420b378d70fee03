"""Messages to other programs: where they may go, how long that may take, and their signature."""

import json
import re
import socket
import ssl
import time
from ipaddress import ip_address
from textwrap import dedent
from threading import Event as Signal

import pytest
from django.conf import settings
from standardwebhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from scorekeeper.models import Problem, Webhook
from scorekeeper.webhooks import addresses, delivery
from scorekeeper.webhooks.addresses import is_private_by_itself, is_public
from scorekeeper.webhooks.changes import renew_secret, send
from scorekeeper.webhooks.delivery import Outcome, post
from scorekeeper.webhooks.formats import body_of
from scorekeeper.webhooks.signing import secret_of
from tests.app.support.factories import a_group, a_phone
from tests.support.receiver import OK, receiving

MESSAGE = {"type": "test", "timestamp": "2026-03-13T21:14:00+00:00", "data": {"text": "Hällo\n🎲"}}

PRIVATE = [
    *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.255.255.254"),
    *("0", "0.0", "10.1.2.3", "172.16.0.1", "192.168.1.20", "169.254.169.254", "100.64.0.1"),
    *("192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fe80::1]"),
    *("[fc00::1]", "[fd12:3456::1]", "[ff02::1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]"),
    *("[2002:7f00:1::]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[2001:db8::1]", "[fec0::1]"),
]
PUBLIC = ["1.1.1.1", "93.184.215.14", "[2606:4700:4700::1111]", "[::ffff:1.1.1.1]"]


@pytest.fixture
def private_networks(settings):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True


def a_webhook(address="https://example.com/", **more):
    group = a_group(a_phone())
    fields = {"name": "Lamps", "language": "en", "format": "standard", **more}
    return Webhook.objects.create(group=group, address=address, **fields)


# Private networks


@pytest.mark.parametrize("host", PRIVATE)
def test_no_message_goes_to_a_private_network_however_its_address_is_written(host):
    assert is_private_by_itself(f"http://{host}/")
    assert post(f"http://{host}:9/", {}, b"") == Outcome(problem=Problem.PRIVATE)


@pytest.mark.parametrize("host", PUBLIC)
def test_an_address_of_the_internet_is_allowed(host):
    assert not is_private_by_itself(f"https://{host}:8443/hook")
    assert is_public(ip_address(host.strip("[]")))


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST", "localhost.", "lamp.localhost"])
def test_a_name_for_this_machine_is_refused_at_once(name):
    assert is_private_by_itself(f"http://{name}/")


@pytest.fixture
def names(monkeypatch):
    """Addresses by name, for the resolver; each look takes the next list."""
    known, looks, real = {}, [], socket.getaddrinfo

    def resolve(host, port, *more, **others):
        if host not in known:  # a number
            return real(host, port, *more, **others)
        looks.append(host)
        lists = known[host]
        found = lists.pop(0) if len(lists) > 1 else lists[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(addresses.socket, "getaddrinfo", resolve)
    known["looks"] = looks
    return known


@pytest.mark.parametrize("found", [["10.0.0.1"], ["1.1.1.1", "192.168.1.20"], ["::1"]])
def test_a_name_that_leads_to_a_private_network_is_refused(names, found):
    names["lamps.example"] = [found]
    assert post("http://lamps.example/", {}, b"") == Outcome(problem=Problem.PRIVATE)


def test_the_connection_goes_to_the_address_that_was_checked(names, monkeypatch):
    """A name that changes between the check and the connection gains nothing."""
    names["lamps.example"] = [["1.1.1.1"], ["127.0.0.1"]]
    connections = []

    def connect(address, timeout):
        connections.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(delivery.socket, "create_connection", connect)
    assert post("http://lamps.example/", {}, b"").problem == Problem.NO_ANSWER
    assert connections == [("1.1.1.1", 80)]
    assert names["looks"] == ["lamps.example"]


def test_a_name_that_nobody_has_is_said_so(monkeypatch):
    def resolve(*_parts, **_more):
        raise socket.gaierror

    monkeypatch.setattr(addresses.socket, "getaddrinfo", resolve)
    assert post("https://lamps.example/", {}, b"").problem == Problem.NO_NAME


def test_the_next_address_of_a_name_is_tried_if_the_first_cannot_be_reached(
    names, private_networks
):
    with receiving() as receiver:
        names["lamps.example"] = [["127.9.9.9", "127.0.0.1"]]
        address = f"http://lamps.example:{receiver.port}/on?now=1"
        assert post(address, {"Content-Type": "text/plain"}, b"hi") == Outcome(204)
    (request,) = receiver.requests
    assert request.line == "POST /on?now=1 HTTP/1.1"
    assert request.headers == {
        "Host": f"lamps.example:{receiver.port}",
        "Content-Type": "text/plain",
        "Content-Length": "2",
    }
    assert request.body == b"hi"


def test_a_redirect_is_not_followed(private_networks):
    with receiving(OK) as inside:
        redirect = f"HTTP/1.1 307 Elsewhere\r\nLocation: {inside.address}\r\n\r\n".encode()
        with receiving(redirect) as receiver:
            assert post(receiver.address, {}, b"") == Outcome(307)
        assert (len(receiver.requests), inside.requests) == (1, [])


# Time and size


def test_a_server_that_never_answers_keeps_nothing_waiting(private_networks, monkeypatch):
    monkeypatch.setattr(delivery, "SECONDS", 0.3)
    done = Signal()
    with receiving(lambda _connection: done.wait(30)) as receiver:
        assert post(receiver.address, {}, b"") == Outcome(problem=Problem.TOO_SLOW)
    done.set()


def test_an_answer_of_one_byte_at_a_time_ends_with_the_time_for_all_of_it(
    private_networks, monkeypatch
):
    monkeypatch.setattr(delivery, "SECONDS", 0.5)
    cut = Signal()

    def drip(connection):
        try:
            while True:
                connection.sendall(b"H")
                time.sleep(0.01)
        except OSError:
            cut.set()

    with receiving(drip) as receiver:
        assert post(receiver.address, {}, b"") == Outcome(problem=Problem.TOO_SLOW)
        assert cut.wait(30)  # the connection does not stay open


def test_an_endless_answer_is_not_read(private_networks):
    sent = []

    def flood(connection):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        for _part in range(1000):
            sent.append(connection.send(b"x" * 65536))

    with receiving(flood) as receiver:
        assert post(receiver.address, {}, b"") == Outcome(200)
    assert len(sent) < 1000


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000,
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200000 OK\r\n\r\n",
        b"",
    ],
    ids=["long line", "many lines", "not HTTP", "no status", "nothing"],
)
def test_an_answer_without_sense_or_end_is_none(private_networks, answer):
    with receiving(answer) as receiver:
        assert post(receiver.address, {}, b"") == Outcome(problem=Problem.NO_ANSWER)


def test_a_name_is_looked_up_within_the_same_time(monkeypatch):
    monkeypatch.setattr(delivery, "SECONDS", 0.2)
    done = Signal()

    def resolve(*_parts, **_more):
        done.wait(30)
        raise socket.gaierror

    monkeypatch.setattr(addresses.socket, "getaddrinfo", resolve)
    assert post("https://lamps.example/", {}, b"") == Outcome(problem=Problem.TOO_SLOW)
    done.set()


def test_a_certificate_is_checked_against_the_name(private_networks, names, monkeypatch):
    """Over https the checked address gets the name that the certificate must have."""
    names["lamps.example"] = [["127.0.0.1"]]
    wanted = []

    def wrap(context, connection, server_hostname, **_more):
        wanted.append((server_hostname, context.verify_mode, context.check_hostname))
        raise ssl.SSLCertVerificationError

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", wrap)
    with receiving() as receiver:
        outcome = post(f"https://lamps.example:{receiver.port}/", {}, b"")
    assert outcome == Outcome(problem=Problem.CERTIFICATE)
    assert wanted == [("lamps.example", ssl.CERT_REQUIRED, True)]


# Signatures and bodies


def test_the_signature_is_that_of_standard_webhooks(private_networks):
    with receiving() as receiver:
        webhook = a_webhook(receiver.address)
        assert send(webhook, "msg_1", MESSAGE) == Outcome(204)
    (request,) = receiver.requests
    assert request.headers["Content-Type"] == "application/json"
    verify = Verifier(secret_of(webhook)).verify
    assert verify(request.body, request.headers) == MESSAGE
    with pytest.raises(WebhookVerificationError):
        verify(request.body.replace(b"test", b"tost"), request.headers)
    with pytest.raises(WebhookVerificationError):
        verify(request.body, {**request.headers, "webhook-id": "msg_2"})
    renew_secret(webhook)
    with pytest.raises(WebhookVerificationError):
        Verifier(secret_of(webhook)).verify(request.body, request.headers)


def test_the_example_of_the_documentation_checks_a_message(private_networks):
    page = (settings.BASE_DIR / "docs" / "webhooks.md").read_text()
    (example,) = re.findall(r"^    import base64.*?(?=^\S)", page, re.DOTALL | re.MULTILINE)
    names = {}
    exec(dedent(example), names)  # noqa: S102
    with receiving() as receiver:
        webhook = a_webhook(receiver.address)
        send(webhook, "msg_1", MESSAGE)
    (request,) = receiver.requests
    secret, headers = secret_of(webhook), request.headers
    assert names["is_genuine"](secret, headers, request.body)
    assert not names["is_genuine"](secret, headers, request.body + b" ")
    assert not names["is_genuine"](secret, {**headers, "webhook-timestamp": "1"}, request.body)


def test_each_webhook_has_a_secret_of_its_own_with_256_bits():
    secrets = {secret_of(a_webhook()) for _webhook in range(2)}
    assert len(secrets) == 2
    assert all(len(Verifier(secret)._whsecret) == 32 for secret in secrets)


@pytest.mark.parametrize(
    ("format", "content_type", "body"),
    [
        ("discord", "application/json", '{"content":"Hällo\\n🎲","allowed_mentions":{"parse":[]}}'),
        ("matrix", "application/json", '{"text":"Hällo\\n🎲","html":"Hällo<br>🎲"}'),
        ("ntfy", "text/plain; charset=utf-8", "Hällo\n🎲"),
    ],
)
def test_other_programs_get_the_body_that_they_expect(private_networks, format, content_type, body):
    with receiving() as receiver:
        send(a_webhook(receiver.address, format=format), "msg_1", MESSAGE)
    (request,) = receiver.requests
    assert request.headers["Content-Type"] == content_type
    assert request.body.decode() == body


def body_with(format, text):
    return json.loads(body_of(format, {"data": {"text": text}})[1])


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("[x](http://evil.example)", r"\[x\]\(http\://evil.example\)"),
        ("@everyone <@1> @here", r"\@everyone \<\@1\> \@here"),
        ("**a** __b__ ~~c~~ `d` ||e|| \\", r"\*\*a\*\* \_\_b\_\_ \~\~c\~\~ \`d\` \|\|e\|\| \\"),
        ("Yahtzee: :skull:", r"Yahtzee: \:skull:"),
        ("# a\n- b\n> c\n1. Ana -5 · 2. #1", "\\# a\n\\- b\n\\> c\n1\\. Ana -5 · 2. #1"),
    ],
)
def test_a_name_is_neither_markup_nor_a_link_in_discord(text, content):
    body = body_with("discord", text)
    assert body == {"content": content, "allowed_mentions": {"parse": []}}


def test_a_text_for_discord_is_not_longer_than_it_takes():
    assert len(body_with("discord", "*" * 1999)["content"]) == 2000


def test_a_name_is_neither_markup_nor_a_call_to_everyone_in_matrix():
    body = body_with("matrix", "[x](y) <b>1. Ana</b> @Room\n**Ben**")
    assert body["text"] == "[x](y) <b>1. Ana</b> @\u2060Room\n**Ben**"
    assert body["html"] == "[x](y) &lt;b&gt;1. Ana&lt;/b&gt; @\u2060Room<br>**Ben**"
