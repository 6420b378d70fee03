"""Rate limits for new games, new groups and joins, per device and per network address.

Each is a leaky bucket: it holds the number allowed an hour and leaks that number in an hour. A /48
of IPv6 is allowed ten times as many for all its addresses.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext, ngettext_lazy

from scorekeeper.models import Allowance
from scorekeeper.models.allowances import HOUR
from scorekeeper.web.addresses import wider_network

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

WIDER_FACTOR = 10


class Limit(NamedTuple):
    """`setting` is the name of the setting with the number allowed an hour.

    `message` takes that number as `count`, and the time to `wait`.
    """

    setting: str
    message: StrPromise


class Share(NamedTuple):
    """The limit for one device, address or network."""

    limit: Limit
    client: str
    factor: int = 1

    @property
    def key(self) -> str:
        """A hash, so that the database holds no readable addresses."""
        return keyed_hash(self.limit.setting, self.client)

    @property
    def per_hour(self) -> int:
        return self.factor * int(getattr(settings, self.limit.setting))

    def wait(self, row: Allowance) -> timedelta:
        """Return the time until one more is allowed; zero or negative if it is now."""
        return (row.level_now(leak=self.per_hour) + 1 - self.per_hour) / self.per_hour * HOUR


class TooMany(Exception):
    """A limit is reached; `wait` is the time until the next attempt may succeed."""

    def __init__(self, share: Share, wait: timedelta, keys: Sequence[str]) -> None:
        values = {"count": share.per_hour, "wait": format_duration(wait)}
        super().__init__(share.limit.message % values)
        self.wait, self.keys = wait, keys

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Make the response a 429.

        The transaction was rolled back, so correct times in the future again (see `lock`).
        """
        with transaction.atomic():
            Allowance.objects.lock(self.keys)
        return mark_too_many(response, self.wait)


def mark_too_many(response: HttpResponse, wait: timedelta) -> HttpResponse:
    response.status_code = 429
    response.headers["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


def format_duration(wait: timedelta) -> str:
    """Seconds below a minute, else minutes; rounded up."""
    seconds = max(1, ceil(wait.total_seconds()))
    if seconds < 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


NEW_GAMES = Limit(
    "NEW_GAMES_PER_HOUR",
    ngettext_lazy(
        "%(count)s game was started here in the last hour. You can start the next one in %(wait)s.",
        "%(count)s games were started here in the last hour."
        " You can start the next one in %(wait)s.",
        "count",
    ),
)
NEW_GROUPS = Limit(
    "NEW_GROUPS_PER_HOUR",
    ngettext_lazy(
        "%(count)s group was created here in the last hour."
        " You can create the next one in %(wait)s.",
        "%(count)s groups were created here in the last hour."
        " You can create the next one in %(wait)s.",
        "count",
    ),
)
JOINS = Limit(
    "JOINS_PER_HOUR",
    ngettext_lazy(
        "%(count)s device joined from here in the last hour. You can join in %(wait)s.",
        "%(count)s devices joined from here in the last hour. You can join in %(wait)s.",
        "count",
    ),
)


def count_new_game(device: str, address: str, new_group: bool) -> None:
    """Count it, or raise TooMany.

    Call it last in the transaction that starts the game: a refusal rolls the game back, and the
    rows of an address are locked for a short time only.
    """
    count([NEW_GAMES, NEW_GROUPS] if new_group else [NEW_GAMES], device, address)


def count_join(device: str, address: str) -> None:
    """Count it, or raise TooMany. Call it last in the transaction as well."""
    count([JOINS], device, address)


def count(limits: Sequence[Limit], device: str, address: str) -> None:
    shares = {share.key: share for limit in limits for share in shares_of(limit, device, address)}
    rows = Allowance.objects.lock(shares)
    longest = max(rows, key=lambda row: shares[row.key].wait(row))
    share = shares[longest.key]
    if (wait := share.wait(longest)) > timedelta(0):
        raise TooMany(share, wait, list(shares))
    for row in rows:
        row.add_one(leak=shares[row.key].per_hour)
    Allowance.objects.bulk_update(rows, ["level", "at"])


def shares_of(limit: Limit, device: str, address: str) -> list[Share]:
    network = wider_network(address)
    wider = [Share(limit, network, WIDER_FACTOR)] if network else []
    return [Share(limit, device), Share(limit, address), *wider]


def keyed_hash(purpose: str, client: str) -> str:
    return salted_hmac(f"scorekeeper.limits.{purpose}", client, algorithm="sha256").hexdigest()


def move_allowances(old: str, new: str) -> None:
    """A device keeps its counts when its secret changes."""
    limits = (NEW_GAMES, NEW_GROUPS, JOINS)
    keys = {Share(limit, old).key: Share(limit, new).key for limit in limits}
    for row in Allowance.objects.select_for_update().filter(pk__in=keys).order_by("pk"):
        Allowance.objects.filter(pk=row.pk).update(key=keys[row.pk])
