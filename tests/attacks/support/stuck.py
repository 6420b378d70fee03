"""The site's settings with pages that take too long: games' rules could contain such code."""

import ctypes
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import MIDDLEWARE

MIDDLEWARE.insert(0, "tests.attacks.support.stuck.slow_pages")
SLOW = 0.4  # seconds


def slow_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path == "/slow/":
            time.sleep(SLOW)
            return HttpResponse("slow")
        if request.path == "/endless/":  # holds the interpreter's lock, as an endless pattern does
            ctypes.PyDLL(None).sleep(600)
        return get_response(request)

    return middleware
