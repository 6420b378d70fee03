"""The parts of the ASGI interface that we use.

See https://asgi.readthedocs.io/en/latest/specs/www.html
"""

from collections.abc import Awaitable, Callable
from typing import Literal, NotRequired, TypedDict

Headers = list[tuple[bytes, bytes]]
"""Names are in lower case."""


class Scope(TypedDict):
    """A request. Other types than "http" have fewer keys; nothing reads them."""

    type: str
    http_version: str
    method: str
    scheme: str
    path: str
    query_string: bytes
    headers: Headers
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None


class BodyPart(TypedDict):
    type: Literal["http.request"]
    body: bytes
    more_body: bool


class Disconnect(TypedDict):
    type: Literal["http.disconnect"]


class ResponseStart(TypedDict):
    type: Literal["http.response.start"]
    status: int
    headers: Headers


class ResponseBody(TypedDict):
    type: Literal["http.response.body"]
    body: bytes
    more_body: NotRequired[bool]


Receive = Callable[[], Awaitable[BodyPart | Disconnect]]
Send = Callable[[ResponseStart | ResponseBody], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
