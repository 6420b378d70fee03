"""The answer to a new page while too many others wait: a kind page, made once for each language.

It reads no database and needs no thread. Phones and programs, which show no page, get one line.
"""

from functools import cache
from random import randint
from wsgiref.types import WSGIEnvironment

from scorekeeper.web.answers import html_answer, language_of, plain_answer, wants_page
from scorekeeper.web.headers import API, is_api
from scorekeeper.web.server.asgi_types import Headers, Send

SOONEST, LATEST = 5, 10  # seconds: not all come back at once
ONLY_UNCHANGED = "scorekeeper.only_unchanged"
"""In the environment of a request whose page may be confirmed (304), but not rendered."""


class Busy(Exception):
    """The page has changed, but will not be rendered now."""


async def send_busy(send: Send, environ: WSGIEnvironment) -> None:
    """Respond, and keep the connection, as the client is to come back."""
    if wants_page(environ):
        headers, body = html_answer("busy.html", language_of(environ))
    else:
        headers, body = line_answer(is_api(environ["PATH_INFO"]))
    later = (b"retry-after", str(randint(SOONEST, LATEST)).encode())  # noqa: S311
    await send({"type": "http.response.start", "status": 503, "headers": [*headers, later]})
    await send({"type": "http.response.body", "body": body})


@cache
def line_answer(to_program: bool) -> tuple[Headers, bytes]:
    headers, body = plain_answer(503, API + "any" if to_program else "")
    return [field for field in headers if field[0] != b"retry-after"], body
