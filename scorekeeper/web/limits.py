"""How many new games, new groups and joins a device and an address have in an hour.

Each has a bucket that holds as many as are allowed in an hour, and leaks as many in an hour. A /48
of IPv6 has ten times as many for all its addresses.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from scorekeeper.models import Allowance
from scorekeeper.models.limits import HOUR
from scorekeeper.web.addresses import wider_network

WIDER = 10


class Limit(NamedTuple):
    """`setting` says how many are allowed in an hour; `message` what has happened."""

    setting: str
    message: Callable[[int, str], str]


class Share(NamedTuple):
    """What one device, address or network has of a limit."""

    limit: Limit
    who: str
    times: int = 1

    @property
    def key(self) -> str:
        """The table holds no address that anybody could read."""
        return hashed(self.limit.setting, self.who)

    @property
    def an_hour(self) -> int:
        return self.times * int(getattr(settings, self.limit.setting))

    def wait(self, row: Allowance) -> timedelta:
        """How long until there is room for one more; not positive if there is."""
        return (row.level_now(leak=self.an_hour) + 1 - self.an_hour) / self.an_hour * HOUR


class TooMany(Exception):
    """What was asked for is refused now, and may be asked for again after a while."""

    def __init__(self, share: Share, wait: timedelta, keys: Sequence[str]) -> None:
        super().__init__(share.limit.message(share.an_hour, in_words(wait)))
        self.wait, self.keys = wait, keys

    def put_off(self, response: HttpResponse) -> HttpResponse:
        """Times that lie in the future are set to now, although the rest was rolled back."""
        with transaction.atomic():
            Allowance.objects.lock(self.keys)
        return put_off(response, self.wait)


def put_off(response: HttpResponse, wait: timedelta) -> HttpResponse:
    response.status_code = 429
    response.headers["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


def in_words(wait: timedelta) -> str:
    seconds = max(1, ceil(wait.total_seconds()))
    if seconds < 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def games_message(count: int, wait: str) -> str:
    said = ngettext(
        "%(count)s game was started here in the last hour. You can start the next one in %(wait)s.",
        "%(count)s games were started here in the last hour. You can start the next one in %(wait)s.",
        count,
    )
    return said % {"count": count, "wait": wait}


def groups_message(count: int, wait: str) -> str:
    said = ngettext(
        "%(count)s group was created here in the last hour. You can create the next one in %(wait)s.",
        "%(count)s groups were created here in the last hour. You can create the next one in %(wait)s.",
        count,
    )
    return said % {"count": count, "wait": wait}


def joins_message(count: int, wait: str) -> str:
    said = ngettext(
        "%(count)s device joined from here in the last hour. You can join in %(wait)s.",
        "%(count)s devices joined from here in the last hour. You can join in %(wait)s.",
        count,
    )
    return said % {"count": count, "wait": wait}


NEW_GAMES = Limit("NEW_GAMES_PER_HOUR", games_message)
NEW_GROUPS = Limit("NEW_GROUPS_PER_HOUR", groups_message)
JOINS = Limit("JOINS_PER_HOUR", joins_message)


def count_new_game(device: str, address: str, new_group: bool) -> None:
    """TooMany if there were too many. Call it last in the transaction that starts the game: what is
    refused is rolled back, and nobody waits for a game while holding the rows of an address.
    """
    count([NEW_GAMES, NEW_GROUPS] if new_group else [NEW_GAMES], device, address)


def count_join(device: str, address: str) -> None:
    """Call it last, too."""
    count([JOINS], device, address)


def count(limits: Sequence[Limit], device: str, address: str) -> None:
    shares = {share.key: share for limit in limits for share in shares_of(limit, device, address)}
    rows = Allowance.objects.lock(shares)
    longest = max(rows, key=lambda row: shares[row.key].wait(row))
    share = shares[longest.key]
    if (wait := share.wait(longest)) > timedelta(0):
        raise TooMany(share, wait, list(shares))
    for row in rows:
        row.add_one(leak=shares[row.key].an_hour)
    Allowance.objects.bulk_update(rows, ["level", "at"])


def shares_of(limit: Limit, device: str, address: str) -> list[Share]:
    network = wider_network(address)
    wider = [Share(limit, network, WIDER)] if network else []
    return [Share(limit, device), Share(limit, address), *wider]


def hashed(what: str, who: str) -> str:
    return salted_hmac(f"scorekeeper.limits.{what}", who, algorithm="sha256").hexdigest()


def rename_device(old: str, new: str) -> None:
    """What a device has used up goes with it when its secret changes."""
    limits = (NEW_GAMES, NEW_GROUPS, JOINS)
    keys = {Share(limit, old).key: Share(limit, new).key for limit in limits}
    for row in Allowance.objects.select_for_update().filter(pk__in=keys).order_by("pk"):
        Allowance.objects.filter(pk=row.pk).update(key=keys[row.pk])
