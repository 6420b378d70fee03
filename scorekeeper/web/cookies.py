"""Cookies: those that hold what a device chose for itself, such as a theme, which needs no script;
and those that are not read.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpResponse


def keep_choice(response: HttpResponse, name: str, value: str) -> None:
    """Store a choice on the device, as long as browsers allow."""
    response.set_cookie(
        name,
        value,
        max_age=400 * 24 * 3600,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def hide_escaped_cookies(pages: WSGIApplication) -> WSGIApplication:
    def application(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        cookies = without_escaped(environ.get("HTTP_COOKIE", ""))
        return pages({**environ, "HTTP_COOKIE": cookies}, start)

    return application


def without_escaped(header: str) -> str:
    """Drop cookies with a backslash, which none of ours has: decoding one may take quadratic time.

    See docs/serving.md. Other sites at this address may have set some, so the rest still counts.
    """
    return ";".join(cookie for cookie in header.split(";") if "\\" not in cookie)
