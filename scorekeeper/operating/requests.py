"""Counts and times requests, and logs them if the operator wants that."""

import logging
import time
from wsgiref.types import WSGIEnvironment

from django.conf import settings

from scorekeeper.operating import metrics
from scorekeeper.web.headers import API

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
STATIC, NO_VIEW = "static", "none"

log = logging.getLogger(__name__)


def observe(environ: WSGIEnvironment, response: object, status: int, begin: float) -> None:
    """Note a request that was answered. `begin` is when its turn on a thread came."""
    seconds = time.perf_counter() - begin
    method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else "other"
    view = view_name(environ["PATH_INFO"], response)
    metrics.requests.labels(view, method, str(status)).inc()
    metrics.request_seconds.labels(view).observe(seconds)
    if settings.LOG_REQUESTS:
        ms = round(seconds * 1000)
        fields = {"method": method, "view": view, "status": status, "ms": ms}
        log.info("%s %s %s %s ms", method, view, status, ms, extra=fields)


def view_name(path: str, response: object) -> str:
    """The name of the view: never the address, which may contain a secret, and is one of many."""
    if match := getattr(response, "resolver_match", None):  # see web/headers.py
        return str(match.url_name or API.strip("/") + "/" + match.route)
    return STATIC if path.startswith(settings.STATIC_URL) else NO_VIEW
