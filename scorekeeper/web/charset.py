"""Refuses forms in other charsets than UTF-8, which browsers use for our forms.

Other charsets can decode to lone surrogates, which no database can store.
"""

import re
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

# The charset of a Content-Type, and that of any encoded parameter (RFC 2231).
CHARSET = re.compile(r"charset[*0-9]*\s*=([^;]*)|\*\s*=\s*([^';]*)'", re.IGNORECASE)
REFUSED = "text/plain; charset=refused"

GetResponse = Callable[[HttpRequest], HttpResponse]


def refuse_other_charsets(pages: WSGIApplication) -> WSGIApplication:
    """Replace the Content-Type: at some charsets Django fails before it calls any middleware."""

    def application(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not is_utf_8(environ.get("CONTENT_TYPE", "")):
            environ = {**environ, "CONTENT_TYPE": REFUSED}
        return pages(environ, start)

    return application


def check_forms(get_response: GetResponse) -> GetResponse:
    """Middleware that responds with an error page to forms that cannot be read.

    It comes after all middleware that adds headers, so the error page has them, too.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            check_form(request)
        except (BadRequest, SuspiciousOperation, MultiPartParserError):
            request.content_type = ""  # so that the error page does not try to read it again
            raise
        except UnreadablePostError:  # the phone disconnected
            pass
        return get_response(request)

    return middleware


def check_form(request: HttpRequest) -> None:
    content_type = request.META.get("CONTENT_TYPE", "")
    if not is_utf_8(content_type):
        raise BadRequest(f"a form in {content_type!r}")
    if request.encoding:
        request.encoding = "utf-8"  # the only spelling that Django accepts
    if request.method != "POST":
        return
    if request.content_type == "multipart/form-data":
        parameters = request.content_params or {}
        boundary = parameters.get("boundary", "").encode("latin-1", "replace")
        heads = [part.partition(b"\r\n\r\n")[0] for part in request.body.split(b"--" + boundary)]
        if not all(is_utf_8(head.decode("latin-1")) for head in heads):
            raise BadRequest("a part of a form that is not in UTF-8")


def is_utf_8(header: str) -> bool:
    """Whether the header names no other charset."""
    charsets = [charset or other for charset, other in CHARSET.findall(header)]
    return all(name.strip(" \t\r\n\"'").lower() in ("utf-8", "utf8") for name in charsets)
