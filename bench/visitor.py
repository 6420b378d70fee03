"""A device that starts games and enters rounds with the requests of a phone."""

import gzip
import http.client
import re
import uuid
from collections.abc import Sequence
from email.message import Message
from typing import Any, NamedTuple
from urllib.parse import urlencode

from bench.chimera import PLAYERS, TARGET, fields
from bench.site import HOST
from games.chimera.rules import Round

Fields = Sequence[tuple[str, Any]]
OPTIONS = (("target", "own"), ("own_target", TARGET))


class Answer(NamedTuple):
    """`body` is as received, possibly gzipped."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        zipped = self.headers["Content-Encoding"] == "gzip"
        return (gzip.decompress(self.body) if zipped else self.body).decode()

    @property
    def size(self) -> int:
        """The bytes of the whole response, with its head."""
        head = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        return len(f"HTTP/1.1 200 OK\r\n{head}\r\n") + len(self.body)


class Visitor:
    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.group = "new"

    def get(self, path: str, **headers: str) -> Answer:
        return self.send(self.request("GET", path, **headers))

    def post(self, path: str, sent: Fields) -> Answer:
        return self.send(self.form_request(path, sent))

    def form_request(self, path: str, sent: Fields) -> bytes:
        """Return the request that posts a form."""
        body = urlencode([("csrfmiddlewaretoken", self.cookies["csrftoken"]), *sent]).encode()
        kind = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        return self.request("POST", path, **kind) + body

    def request(self, method: str, path: str, **headers: str) -> bytes:
        own = {"Host": f"{HOST}:{self.port}", "Accept-Encoding": "gzip", "User-Agent": "bench"}
        own |= {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [
            f"{name.replace('_', '-')}: {value}"
            for name, value in {**own, **headers}.items()
            if value
        ]
        return "\r\n".join([*lines, "", ""]).encode()

    def send(self, request: bytes) -> Answer:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        connection.connect()
        connection.sock.sendall(request)
        response = http.client.HTTPResponse(connection.sock, method=request.split()[0].decode())
        response.begin()
        body = response.read()
        connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
            if value.strip('"') == "":  # deleted by the server
                del self.cookies[name]
        return Answer(response.status, response.headers, body)

    def start(
        self, game: str = "chimera", players: Sequence[str] = PLAYERS, options: Fields = OPTIONS
    ) -> str:
        """Start a game, always in the same group. Returns the path of its table."""
        page = self.get(f"/new/{game}/").text
        if known := re.search('<option value="([0-9]+)" selected', page):
            self.group = known[1]
        sent = [("submission", uuid.uuid4()), ("start", "1"), ("group", self.group), *options]
        started = self.post(f"/new/{game}/", [*sent, *[("seat", name) for name in players]])
        if started.status != 302:
            raise RuntimeError(f"the game was not started: {started.status}")
        return started.headers["Location"]

    def round_request(self, table: str, slot: int, entry: Round) -> bytes:
        """Return the request that saves a round of Chimera in this slot."""
        return self.entry_request(table, slot, fields(entry))

    def entry_request(self, table: str, slot: int, sent: Fields) -> bytes:
        """Return the request that saves an entry of any game."""
        stamp = [("slot", slot), ("revision", 0), ("submission", uuid.uuid4())]
        return self.form_request(f"{table}enter/", [*stamp, *sent])
