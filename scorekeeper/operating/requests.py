"""Middleware that counts and times each request, and logs it if the operator wants that."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.operating import metrics
from scorekeeper.web.request_headers import API

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
STATIC, NO_VIEW = "static", "none"

log = logging.getLogger(__name__)


def observe_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = get_response(request)
        observe(request, response.status_code, time.perf_counter() - begin)
        return response

    return middleware


def observe(request: HttpRequest, status: int, seconds: float) -> None:
    method = request.method if request.method in METHODS else "other"
    view = view_name(request)
    metrics.requests.labels(view, method, str(status)).inc()
    metrics.request_seconds.labels(view).observe(seconds)
    if settings.LOG_REQUESTS:
        ms = round(seconds * 1000)
        fields = {"method": method, "view": view, "status": status, "ms": ms}
        log.info("%s %s %s %s ms", method, view, status, ms, extra=fields)


def view_name(request: HttpRequest) -> str:
    """The name of the view: never the address, which may contain a secret, and is one of many."""
    if match := request.resolver_match:
        return match.url_name or API.strip("/") + "/" + match.route
    return STATIC if request.path_info.startswith(settings.STATIC_URL) else NO_VIEW
