"""Responds to failures of the database itself (locked, full, unreachable) with a plain message.

These are not bugs, and no entry is lost: phones send it again.
"""

from collections.abc import Callable

from django.conf import settings
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.log import log_response

UNAVAILABLE, FULL = 503, 507
# SQLite's result codes, https://sqlite.org/rescode.html
SQLITE = {
    5: UNAVAILABLE,  # busy: another process writes
    6: UNAVAILABLE,  # locked
    8: UNAVAILABLE,  # read-only
    10: UNAVAILABLE,  # I/O error
    13: FULL,  # disk full
    14: UNAVAILABLE,  # cannot be opened
}
SQLITE_IOERR_SHMSIZE = 4874  # an I/O error: the shared-memory file cannot grow
# PostgreSQL's codes, or prefixes of them:
# https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRES = {
    "53100": FULL,
    "53": UNAVAILABLE,  # out of memory or connections
    "55P03": UNAVAILABLE,  # waited too long for a lock
    "57014": UNAVAILABLE,  # cancelled
    "57P": UNAVAILABLE,  # the server stops or starts
    "08": UNAVAILABLE,  # no connection
    "25006": UNAVAILABLE,  # read-only
    "40": UNAVAILABLE,  # deadlock
}


class DatabaseFailureMiddleware:
    """Responds with 503, or 507 if the disk is full, when a view raises such an error.

    Neither is marked for the outbox (see headers.py), so a phone keeps its entry and sends it
    again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not (status := status_of(error)):
            return None
        context = {"full": status == FULL, "reading": request.method in ("GET", "HEAD")}
        response = render(request, "database_failure.html", context, status=status)
        if status == UNAVAILABLE:
            response.headers["Retry-After"] = str(settings.LOCK_TIMEOUT)
        log_response(
            "%s: %s (%s)",
            response.reason_phrase,
            request.path,
            first_line(error),
            response=response,
            request=request,
        )
        return response


def status_of(error: Exception) -> int | None:
    """The HTTP status for a failure of the database; None for bugs."""
    if not isinstance(error, Error):
        return None
    cause = error.__cause__
    if code := getattr(cause, "sqlite_errorcode", None):
        return FULL if code == SQLITE_IOERR_SHMSIZE else SQLITE.get(code & 0xFF)
    state = getattr(cause, "sqlstate", "")
    if state is None:  # raised by psycopg itself: the server cannot be reached
        return UNAVAILABLE if isinstance(error, OperationalError) else None
    return next((status for code, status in POSTGRES.items() if state.startswith(code)), None)


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
