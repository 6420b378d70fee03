"""Plain-text responses that are sent without Django, with the security headers of our pages."""

from http import HTTPStatus

from django.conf import settings

from scorekeeper.web.asgi_types import Headers, Send
from scorekeeper.web.headers import PERMISSIONS_POLICY

TEXTS = {
    400: "Part of this request was lost on the way. Nothing was saved. Go back and send it again.",
    404: "Not found.",
    408: "This request took too long to arrive. Nothing was saved. Go back and send it again.",
    411: "This server reads nothing but forms that say how long they are. Nothing was saved.",
    413: "This request is too large for the server. Nothing was saved.",
    415: "This server reads nothing but its own forms. Nothing was saved.",
    431: "The head of this request is too long for the server: perhaps other sites at this address "
    "have set too many cookies. Nothing was saved.",
    503: "This server is busy. Nothing was saved. Try again in a moment.",
}
RETRY_AFTER = {503: b"5"}
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


def plain_answer(status: int) -> tuple[Headers, bytes]:
    body = TEXTS.get(status, HTTPStatus(status).phrase).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *security_headers(),
    ]
    if status in RETRY_AFTER:
        headers.append((b"retry-after", RETRY_AFTER[status]))
    return headers, body


async def refuse(send: Send, status: int) -> None:
    """Respond in plain text, and close the connection if the rest of the request is not wanted.

    After a 413 it stays open: a client that is still sending would not read the response.
    """
    headers, body = plain_answer(status)
    if status in (400, 408, 503):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
