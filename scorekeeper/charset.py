"""Browsers send our forms in UTF-8. Other charsets can bring in halves of characters, which no database takes."""

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


def utf_8_only(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest(f"a form in {request.encoding!r}")
        return get_response(request)

    return middleware
