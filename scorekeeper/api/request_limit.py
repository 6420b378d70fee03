"""How many requests a program may send: a leaky bucket in the database, as for all our limits.

A process takes several requests at a time from the bucket, so most requests need no database for
it. A bucket that cannot be written lets requests pass: reading a game must work then, too.
"""

from datetime import timedelta
from threading import Lock

from django.conf import settings
from django.db import Error
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.api.errors import too_many_refusal
from scorekeeper.models import Allowance
from scorekeeper.models.allowances import HOUR
from scorekeeper.models.locks import without_waiting
from scorekeeper.people.rate_limits import format_duration, keyed_hash
from scorekeeper.web.database_failures import status_of

AT_ONCE = 50  # requests that a process takes from the bucket
MOST_KEPT = 1000  # programs

_left: dict[str, int] = {}
_lock = Lock()


def count_request(device: str) -> None:
    """Count a request of the program with this device, or refuse it. Raises Refusal."""
    with _lock:
        left = _left.get(device, 0)
        if left:
            _left[device] = left - 1
            return
    per_minute = settings.API_REQUESTS_PER_MINUTE
    if wait := take(device, per_minute):
        text = gettext(
            "This token allows %(count)s requests a minute. Send the next one in %(wait)s."
        )
        raise too_many_refusal(text % {"count": per_minute, "wait": format_duration(wait)}, wait)


def take(device: str, per_minute: int) -> timedelta:
    """Take requests from the bucket. Return the time to wait if it has none."""
    count, key = min(AT_ONCE, per_minute), keyed_hash("API_REQUESTS_PER_MINUTE", device)
    try:
        with without_waiting():
            row = Allowance.objects.lock([key])[0]
            level = row.level_now(leak=60 * per_minute)
            over = level + count - per_minute
            if over <= 0:
                row.level, row.at = level + count, timezone.now()
                row.save(update_fields=["level", "at"])
    except Error as error:
        if not status_of(error):
            raise
        over = 0
    if over > 0:
        return over / (60 * per_minute) * HOUR
    with _lock:
        if len(_left) >= MOST_KEPT:
            _left.clear()
        _left[device] = _left.get(device, 0) + count - 1  # others may have taken some, too
    return timedelta(0)
