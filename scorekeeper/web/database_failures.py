"""Tells failures of the database itself (locked, full, unreachable), and a full disk, from bugs.

No entry is lost: views/errors.py responds with a plain message, and phones send it again.
"""

from errno import EDQUOT, ENOSPC

from django.db import Error, OperationalError

UNAVAILABLE, FULL = 503, 507
DISK_FULL = {ENOSPC, EDQUOT}
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


def status_of(error: Exception) -> int | None:
    """The HTTP status for a failure of the database, or a full disk; None for bugs."""
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return FULL
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
