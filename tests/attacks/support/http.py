"""A small HTTP client with cookies. It also returns requests as bytes, to send parts of them."""

import gzip
import json
import socket
from collections.abc import Iterable, Sequence
from http.client import HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import urlencode

HERE = "127.0.0.1"
FORM = "application/x-www-form-urlencoded"
TOKEN = "t" * 32  # Django accepts any cookie that equals the field of the form
TIMEOUT = 60  # seconds

Fields = Sequence[tuple[str, Any]]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]

    def __repr__(self) -> str:
        """Short, for the output of failed tests."""
        return f"<{self.status} {self.location}>"

    @property
    def text(self) -> str:
        zipped = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if zipped else self.body).decode()

    @property
    def location(self) -> str:
        return self.headers.get("location", "").partition("#")[0]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Opens a connection for each request, from `address`, which is in 127.0.0.0/8."""

    def __init__(self, port: int, address: str = HERE, headers: Fields = ()) -> None:
        self.port, self.address, self.headers = port, address, list(headers)
        self.timeout = TIMEOUT
        self.cookies = {"csrftoken": TOKEN}

    def get(self, path: str, headers: Fields = ()) -> Answer:
        return self.send(self.request("GET", path, headers))

    def post(self, path: str, fields: Fields = (), headers: Fields = ()) -> Answer:
        return self.send(self.form(path, fields, headers))

    def follow(self, answer: Answer) -> None:
        """Follow a redirect like a browser, so that a device starts to use its new secret."""
        if answer.status == 302:
            self.get(answer.location)

    def form(self, path: str, fields: Fields, headers: Fields = ()) -> bytes:
        """Return the request that posts a form."""
        body = urlencode([("csrfmiddlewaretoken", TOKEN), *fields]).encode()
        own = [("Content-Type", FORM), ("Content-Length", len(body))]
        return self.request("POST", path, [*own, *headers]) + body

    def request(self, method: str, path: str, headers: Fields = ()) -> bytes:
        """Return the head of a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = [("Host", f"{HERE}:{self.port}"), ("Connection", "close"), ("Cookie", cookies)]
        return head(f"{method} {path} HTTP/1.1", merge_headers(own, [*self.headers, *headers]))

    def connect(self) -> socket.socket:
        source = (self.address, 0)
        to = (HERE, self.port)
        connection = socket.create_connection(to, self.timeout, source_address=source)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, request: bytes) -> Answer:
        with self.connect() as connection:
            connection.sendall(request)
            answer = read_answer(connection, request.partition(b" ")[0].decode())
        cookies = {**self.cookies, **answer.cookies}
        self.cookies = {name: value for name, value in cookies.items() if value not in ("", '""')}
        return answer


def merge_headers(own: Fields, given: Fields) -> list[tuple[str, Any]]:
    names = {name.lower() for name, _ in given}
    return [*((name, value) for name, value in own if name.lower() not in names), *given]


def head(first: str, headers: Iterable[tuple[str, Any]]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def read_answer(connection: socket.socket, method: str = "GET") -> Answer:
    """Raises OSError without a response, also for errors of http.client."""
    with HTTPResponse(connection, method=method) as response:
        response.begin()
        body = response.read()
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status, headers, body, read_cookies(response))


def read_cookies(response: HTTPResponse) -> dict[str, str]:
    pairs = [sent.partition(";")[0] for sent in response.headers.get_all("Set-Cookie") or ()]
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
