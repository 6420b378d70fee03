"""The answer to a new page while too many others wait: a kind page, made once for each language.

It reads no database and needs no thread. Phones and programs, which show no page, get one line.
"""

from functools import cache
from random import randint
from wsgiref.types import WSGIEnvironment

from csp.utils import build_policy
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from scorekeeper.web.answers import plain_answer, security_fields
from scorekeeper.web.headers import API, drop_escaped_cookies, is_api
from scorekeeper.web.server.asgi_types import Headers, Send

SOONEST, LATEST = 5, 10  # seconds: not all come back at once
ONLY_UNCHANGED = "scorekeeper.only_unchanged"
"""In the environment of a request whose page may be confirmed (304), but not rendered."""


class Busy(Exception):
    """The page has changed, but will not be rendered now."""


async def send_busy(send: Send, environ: WSGIEnvironment) -> None:
    """Respond, and keep the connection, as the client is to come back."""
    if "text/html" in environ.get("HTTP_ACCEPT", ""):
        headers, body = html_answer(language_of(environ))
    else:
        headers, body = line_answer(is_api(environ["PATH_INFO"]))
    later = (b"retry-after", str(randint(SOONEST, LATEST)).encode())  # noqa: S311
    await send({"type": "http.response.start", "status": 503, "headers": [*headers, later]})
    await send({"type": "http.response.body", "body": body})


@cache
def line_answer(to_program: bool) -> tuple[Headers, bytes]:
    headers, body = plain_answer(503, API + "any" if to_program else "")
    return [field for field in headers if field[0] != b"retry-after"], body


def language_of(environ: WSGIEnvironment) -> str:
    """The language that pages would have: the one chosen, or else the browser's."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    request.COOKIES = parse_cookie(drop_escaped_cookies(environ.get("HTTP_COOKIE", "")))
    return get_language_from_request(request)


@cache
def html_answer(language: str) -> tuple[Headers, bytes]:
    with override(language):
        body = render_to_string("busy.html").encode()
    fields = {
        **security_fields(build_policy()),
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": language,
        "Content-Length": str(len(body)),
        "Vary": "Accept, Accept-Language, Cookie",
    }
    return [(name.lower().encode(), value.encode()) for name, value in fields.items()], body
