"""Browsers send our forms in UTF-8. Other charsets can bring in halves of characters, which no
database takes.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

# What a Content-Type says of its charset, and what any parameter says of its own (RFC 2231).
CHARSET = re.compile(r"charset[*0-9]*\s*=([^;]*)|\*\s*=\s*([^';]*)'", re.IGNORECASE)
REFUSED = "text/plain; charset=refused"

GetResponse = Callable[[HttpRequest], HttpResponse]
Pages = Callable[[Mapping[str, Any], Callable[..., Any]], Iterable[bytes]]


def readable_types(pages: Pages) -> Pages:
    """In front of Django, which fails at some types before it asks any middleware."""

    def application(environ: Mapping[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if not is_utf_8(environ.get("CONTENT_TYPE", "")):
            environ = {**environ, "CONTENT_TYPE": REFUSED}
        return pages(environ, start)

    return application


def readable_forms(get_response: GetResponse) -> GetResponse:
    """Answers a form that cannot be read with a page, behind all that adds headers to pages."""

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            check(request)
        except (BadRequest, SuspiciousOperation, MultiPartParserError):
            request.content_type = ""  # nobody reads it again, not even the page that says so
            raise
        except UnreadablePostError:  # the phone hung up
            pass
        return get_response(request)

    return middleware


def check(request: HttpRequest) -> None:
    declared = request.META.get("CONTENT_TYPE", "")
    if not is_utf_8(declared):
        raise BadRequest(f"a form in {declared!r}")
    if request.encoding:
        request.encoding = "utf-8"  # the only spelling that Django takes
    if request.method != "POST":
        return
    if request.content_type == "multipart/form-data":
        boundary = request.content_params.get("boundary", "").encode("latin-1", "replace")
        heads = [part.partition(b"\r\n\r\n")[0] for part in request.body.split(b"--" + boundary)]
        if not all(is_utf_8(head.decode("latin-1")) for head in heads):
            raise BadRequest("a part of a form that is not in UTF-8")
    request.POST  # noqa: B018 - read here, so that a form that is too large gets its page, too


def is_utf_8(header: str) -> bool:
    """Whether no other charset is named."""
    named = [charset or other for charset, other in CHARSET.findall(header)]
    return all(name.strip(" \t\r\n\"'").lower() in ("utf-8", "utf8") for name in named)
