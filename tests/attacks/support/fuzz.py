"""Random requests, reproducible by seed. Most are almost valid, which reaches more code."""

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from scorekeeper.urls import urlpatterns
from tests.attacks.support.http import FORM, HERE, TOKEN, Client, head
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server

LIVE = "live/<int:pk>/"  # in front of Django
ADDRESSES = [*(str(pattern.pattern) for pattern in urlpatterns), LIVE]

UUID = "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"
METHODS = [*["POST"] * 12, *["GET"] * 6]
METHODS += ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"]
NUMBERS = [*"1111222345", "0", "-1", "9" * 18, "9" * 19, "9" * 400, "01", "1.5", "%C2%B2", "%00"]
WORDS = ["chimera", "yahtzee", "score_pad", "..", "%2e%2e", "%ff", "%ed%a0%80", "%00", "x" * 3000]
SLUGS = [
    *("chimera", "yahtzee", "score_pad", "score_sheet", "big_fish", "chimera_tricks"),
    *("own", "js", "css"),
]
FIELDS = [
    *("slot", "revision", "submission", "before", "newest", "noted", "csrfmiddlewaretoken"),
    *("seat", "name", "group", "target", "own_target", "title", "rounds", "lowest"),
    *("check", "add", "type", "up", "down", "out", "switch", "regroup", "start"),
    *("chimera", "bid", "first_out", "traps", "chimera_attack", "idle_hunters", "toads_0", "cats"),
    *("comment", "known", "into", "sure", "theme", "next", "code", "role", "renew", "way"),
    *("rows", "row_name", "row_times", "row_up", "row", "counts_0", "cells_x"),
    *("player", "dice_0", "box", "points", "score_0", "fish_0", "piles_0", "turn", "card", "x"),
]
VALUES = [
    *("0", "1", "2", "3", "20", "own", "new", "Ana", "Zoe", "on", "again", UUID, "BBBBBB"),
    *("", " ", "-1", "9" * 10, "9" * 25, "9" * 5000, "1e9", "1e999", "NaN", "0x1", "-0", "1.5"),
    *("²", "٣", "é" * 60, "\u202e", "\u200b", "🂡" * 30, "\x00", "a\x00b", "\x1b[0m", "\ud800"),
    *("null", "{}", "[]", '{"bid": 1}', "[" * 3000, '{"a":' * 2000, '{"bid": ["\\ud800"]}'),
    *("<b>", "%s%(x)s{}", "\r\nX: y", "//evil.example", "javascript:1", "' OR 1=1 --", "x" * 9000),
]
CHARSETS = ["=UTF8", "=utf-16", "=\xff", "", '="utf-8', "=unicode_escape", "=idna"]
KINDS = [*[FORM] * 8, *(f"{FORM}; charset{charset}" for charset in CHARSETS)]
KINDS += ["application/json", "text/plain", "", ";", "a/b; charset=undefined"]
KINDS += [f"multipart/form-data; boundary={bound}" for bound in ("x", "x" * 300)]
KINDS += ["multipart/form-data", "multipart/mixed; boundary=x"]
DISPOSITIONS = [b"form-data", b'form-data; filename="\xff"', b"", b"form-data;" * 99]
NOISE = {
    "HX-Request": ("true", "\xff"),
    "Outbox": ("send",),
    "Expect": ("100-continue",),
    "HX-Current-URL": ("http://[",),
    "HX-Current-URL-URI-AutoEncoded": ("true",),
    "HX-Target": ("\xe9",),
    "Accept-Language": ("de;q=x", "a-" * 300),
    "Accept-Encoding": ("gzip;q=9",),
    "If-None-Match": ('"', "*"),
    "If-Modified-Since": ("Sat, 99 Foo 0000",),
    "Range": ("bytes=9-1", "bytes=-", "bytes=a-b"),
    "Content-Encoding": ("gzip",),
    "Host": ("evil.example", "[", "[::1", "a:b", "\xff"),
    "X-Forwarded-For": ("\xff",),
    "X-Forwarded-Proto": ("https",),
    "X-Forwarded-Host": ("evil",),
    "Origin": ("null", "http://["),
    "Referer": ("http://[", "\xe9"),
    "Cookie": ("theme=\xff; device=" + "\xff" * 43, "joining=1.1:x:y; =; ;;"),
    "User-Agent": ("\xff" * 200,),
    "Content-Length": ("-1", "1, 2"),
    "Transfer-Encoding": ("chunked", "gzip, chunked"),
    "Upgrade": ("websocket",),
    "X-Long": ("x" * 9000,),
    "Connection": ("upgrade, close",),
    "Date": ("\x7f",),
}
HEADERS = [(name, value) for name, values in NOISE.items() for value in values]
ALLOWED = (503, 507)  # the server is busy, or its disk is full


@dataclass
class World:
    port: int
    secrets: Sequence[str]

    @classmethod
    def fresh(cls, server: Server) -> "World":
        """A game with two rounds, and devices with all roles and without access."""
        phones = host, viewer, guest, _stranger = [Phone(server.port) for _ in range(4)]
        game = host.start()
        for slot in (1, 2):
            host.enter(game, slot)
        viewer.join(host.link(f"groups/{host.group}", "watch"))
        guest.join(host.link(f"table/{game}", "enter"))
        return cls(server.port, [phone.cookies["device"] for phone in phones])


def request(world: World, chance: Random) -> bytes:
    method, path = chance.choice(METHODS), address(chance)
    body, kind = (b"", "") if method in ("GET", "HEAD") else content(chance)
    cookies = [f"device={chance.choice([*world.secrets, 'x', 'x' * 43])}"]
    cookies += [f"csrftoken={TOKEN}"] * (chance.random() < 0.9)
    headers = [("Host", f"{HERE}:{world.port}"), ("Cookie", "; ".join(cookies))]
    if kind or method == "POST":
        headers += [("Content-Type", kind), ("Content-Length", length(body, chance))]
    if chance.random() < 0.4:
        headers += chance.choices(HEADERS, k=chance.choice((1, 1, 2, 4)))
    version = "HTTP/1.1" if chance.random() < 0.97 else chance.choice(("HTTP/1.0", "HTTP/9.9", ""))
    return head(f"{method} {path} {version}", headers) + body


def address(chance: Random) -> str:
    def fill(part: re.Match[str]) -> str:
        return chance.choice(SLUGS if part[1] == "slug" else NUMBERS if part[1] == "int" else WORDS)

    path = "/" + re.sub(r"<(\w+):\w+>", fill, chance.choice(ADDRESSES))
    if chance.random() < 0.1:
        path += chance.choice(WORDS)
    if chance.random() < 0.3:
        path += "?" + pairs(chance, ["again", "before", "page", "as", "code", "generation", "x"], 3)
    return path


def content(chance: Random) -> tuple[bytes, str]:
    """A body and its Content-Type."""
    kind = chance.choice(KINDS)
    token = f"csrfmiddlewaretoken={TOKEN}&" if chance.random() < 0.95 else ""
    stamp = f"slot={chance.randrange(4)}&revision={chance.randrange(3)}&submission={UUID}&"
    body = (token + stamp * (chance.random() < 0.6) + pairs(chance, FIELDS, 14)).encode()
    if "multipart" in kind:
        body = multipart(chance, body)
    elif "json" in kind:
        body = chance.choice(VALUES).encode("utf-8", "surrogatepass")
    return body, kind


def pairs(chance: Random, names: Sequence[str], most: int) -> str:
    chosen = [(chance.choice(names), chance.choice(VALUES)) for _ in range(chance.randrange(most))]
    return "&".join(f"{name}={encoded(value)}" for name, value in chosen)


def encoded(value: str) -> str:
    return quote(value.encode("utf-8", "surrogatepass"), safe="")


def multipart(chance: Random, form: bytes) -> bytes:
    parts = [pair.partition(b"=") for pair in form.split(b"&")]
    ends = chance.choice((b"--x--\r\n", b"", b"--x"))
    disposition = chance.choice(DISPOSITIONS)
    lines = [
        b'--x\r\nContent-Disposition: %s; name="%s"\r\n\r\n%s\r\n' % (disposition, name, value)
        for name, _, value in parts
    ]
    return b"".join(lines) + ends


def length(body: bytes, chance: Random) -> int:
    """The Content-Length: mostly correct, sometimes too short or too long."""
    return max(0, len(body) + chance.choice([*[0] * 20, 1, 500, -1, -5]))


def status(port: int, request: bytes) -> int | None:
    """The status of the response; None if the server disconnects without one."""
    with Client(port).connect() as connection:
        connection.settimeout(30)
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            received = b""
            while not (final := re.search(rb"HTTP/1\.1 ([2-5]\d\d)", received)):
                if not (more := connection.recv(1 << 16)):
                    return None
                received = received[-20:] + more
            return int(final[1])
        except ConnectionError:
            return None


def failures(server: Server, seed: int, count: int, renew: int = 500) -> list[str]:
    """Send random requests. The world is renewed now and then, because requests damage it."""
    errors = []
    for number in range(count):
        chance = Random(f"{seed}.{number}")  # noqa: S311 - the same requests in every run
        if number % renew == 0:
            world = World.fresh(server)
        sent = request(world, chance)
        answer = status(server.port, sent)
        if answer is not None and answer >= 500 and answer not in ALLOWED:
            errors.append(f"{seed}.{number}: {answer} for {sent[:200]!r}")
    return errors
