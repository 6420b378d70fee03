"""Responses that are sent without a view, with the security headers of our pages: in plain text, in
JSON to a program, or as a page.
"""

import json
from functools import cache
from http import HTTPStatus
from wsgiref.types import WSGIEnvironment

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from scorekeeper.web.headers import PERMISSIONS_POLICY, drop_escaped_cookies, is_api
from scorekeeper.web.server.asgi_types import Headers, Send

TEXTS = {
    400: "Part of this request was lost on the way. Nothing was saved. Go back and send it again.",
    404: "Not found.",
    408: "This request took too long to arrive. Nothing was saved. Go back and send it again.",
    411: "This server accepts only forms that state their length. Nothing was saved.",
    413: "This request is too large for the server. Nothing was saved.",
    401: "Send the token of a program: Authorization: Bearer …",
    415: "This server accepts only its own forms. Nothing was saved.",
    429: "This token sends too many requests. Try again in a moment.",
    431: "The head of this request is too long for the server: perhaps other sites at this address "
    "have set too many cookies. Nothing was saved.",
    503: "This server is busy. Nothing was saved. Try again in a moment.",
    507: "The disk of this server is full. Nothing was saved.",
}
TO_PROGRAMS = {
    411: "Send the length of the body in Content-Length.",
    415: "Send application/json in UTF-8.",
}
RETRY_AFTER = {429: b"5", 503: b"5"}
NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"


def security_fields(policy: str) -> dict[str, str]:
    """The headers that middleware adds to pages, with this Content-Security-Policy."""
    headers = {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Permissions-Policy": PERMISSIONS_POLICY,
        "Cache-Control": "no-store",
    }
    if settings.HTTPS:
        subdomains = "; includeSubDomains; preload" if settings.SECURE_HSTS_PRELOAD else ""
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return headers


def security_headers() -> Headers:
    fields = security_fields(NOTHING_LOADS)
    return [(name.lower().encode(), value.encode()) for name, value in fields.items()]


CODES = {
    401: "no_token",
    404: "not_found",
    408: "too_slow",
    413: "too_large",
    415: "not_json",
    429: "too_many",
}


def error_json(status: int, message: str) -> bytes:
    """An error as the API sends them all: see api/shapes.py."""
    code = CODES.get(status, HTTPStatus(status).phrase.lower().replace(" ", "_"))
    return json.dumps({"error": {"code": code, "message": message, "fields": []}}).encode()


def plain_answer(status: int, path: str = "") -> tuple[Headers, bytes]:
    """Return the headers and the body for a request of this address, if that is known."""
    message = TEXTS.get(status, HTTPStatus(status).phrase)
    if is_api(path):
        message = TO_PROGRAMS.get(status, message)
    body = error_json(status, message) if is_api(path) else message.encode()
    kind = b"application/json" if is_api(path) else b"text/plain; charset=utf-8"
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        *security_headers(),
    ]
    if status in RETRY_AFTER:
        headers.append((b"retry-after", RETRY_AFTER[status]))
    return headers, body


async def refuse(send: Send, status: int, path: str = "") -> None:
    """Respond without a page, and close the connection if the rest of the request is not wanted.

    After a 413 it stays open: a client that is still sending would not read the response.
    """
    headers, body = plain_answer(status, path)
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status in (400, 408, 503):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def wants_page(environ: WSGIEnvironment) -> bool:
    """Return whether a browser will show the response."""
    return "text/html" in environ.get("HTTP_ACCEPT", "")


def language_of(environ: WSGIEnvironment) -> str:
    """The language that pages would have: the one chosen, or else the browser's."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    request.COOKIES = parse_cookie(drop_escaped_cookies(environ.get("HTTP_COOKIE", "")))
    return get_language_from_request(request)


@cache
def html_answer(template: str, language: str, most: int = 0) -> tuple[Headers, bytes]:
    with override(language):
        body = render_to_string(template, {"most": most}).encode()
    fields = {
        **security_fields(build_policy()),
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": language,
        "Content-Length": str(len(body)),
        "Vary": "Accept, Accept-Language, Cookie",
    }
    return [(name.lower().encode(), value.encode()) for name, value in fields.items()], body
