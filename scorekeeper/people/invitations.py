"""Links that let a device start a group where strangers may not (NEW_GROUPS=invited).

The operator makes them with `manage.py link --new-group`, a host on a page of the group. An
invitation is not stored: what it allows is written in it, and signed. A host's is signed with the
nonce of the group's host link, too, so that renewing that link revokes it. How often it was used is
an Allowance, which is kept for longer than an invitation lasts.
"""

import re
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Allowance, Group, Link, Role
from scorekeeper.people.links import derive, seed, usable_links
from scorekeeper.people.rate_limits import keyed_hash
from scorekeeper.web.cookies import cookie_options

COOKIE = "invitation"
DAY = 24 * 3600  # seconds
MOST_DAYS, MOST_GROUPS = 4, 100  # less than the five days of models.allowances.EMPTY_AFTER
OF_A_HOST = 3  # groups a day
OPERATOR = 0  # instead of a group
PARTS = re.compile("([0-9]{1,15})-([0-9]{1,3})-([0-9]{1,15})-([0-9a-f]{0,16})-([A-Za-z0-9_-]{22})")


class NotInvited(Exception):
    """This site has new groups by invitation only, and this device has none that works."""


class Invitation(NamedTuple):
    """`group` is that of the host who gave it, `groups` how many may be started, `until` a time in
    seconds since 1970.
    """

    group: int
    groups: int
    until: int
    nonce: str = ""

    @property
    def terms(self) -> str:
        return f"{self.group}-{self.groups}-{self.until}-{self.nonce}"

    @property
    def path(self) -> str:
        return reverse("accept_invitation", args=[f"{self.terms}-{self.secret()}"])

    def secret(self) -> str:
        """Return "" if its group is gone, or no host link was ever made there."""
        if self.group == OPERATOR:
            return derive("scorekeeper.invitation", self.terms)
        link = usable_links().filter(group=self.group, session=None, role=Role.HOST).first()
        return derive("scorekeeper.invitation", f"{self.terms}.{seed(link)}") if link else ""

    @property
    def key(self) -> str:
        """The Allowance that counts its uses."""
        return keyed_hash("invitation", self.terms)

    @property
    def time(self) -> datetime:
        return datetime.fromtimestamp(self.until, UTC)

    @property
    def is_over(self) -> bool:
        return not 0 < self.until - timezone.now().timestamp() <= MOST_DAYS * DAY


def new_invitation(groups: int, days: int) -> Invitation:
    """Return one of the operator's."""
    until = int(timezone.now().timestamp()) + days * DAY
    return Invitation(OPERATOR, groups, until, secrets.token_hex(8))


def invitation_of_host(group: Group) -> Invitation:
    """Return the invitation of this day, so that a host cannot make any number of them."""
    Link.to_host(group)
    today = int(timezone.now().timestamp()) // DAY
    return Invitation(group.pk, OF_A_HOST, (today + 3) * DAY)


def find_invitation(text: str) -> Invitation | None:
    """Return the invitation that can still be used, or None."""
    if not (parts := PARTS.fullmatch(text)):
        return None
    group, groups, until, nonce, secret = parts.groups()
    invitation = Invitation(int(group), int(groups), int(until), nonce)
    if invitation.is_over or not (own_secret := invitation.secret()):
        return None
    if not constant_time_compare(own_secret, secret):
        return None
    row = Allowance.objects.filter(pk=invitation.key).first()
    return None if row and row.level >= invitation.groups else invitation


def use_invitation(text: str) -> None:
    """Count a new group. Raises NotInvited. Call it in the transaction that creates the group."""
    if settings.NEW_GROUPS == "anyone":
        return
    if not (invitation := find_invitation(text)):
        raise NotInvited
    [row] = Allowance.objects.lock([invitation.key])
    if row.level >= invitation.groups:  # another device was faster
        raise NotInvited
    row.add_one(leak=0)
    row.save(update_fields=["level", "at"])


def may_start_group(request: HttpRequest) -> bool:
    return settings.NEW_GROUPS == "anyone" or bool(find_invitation(remembered_invitation(request)))


def remembered_invitation(request: HttpRequest) -> str:
    return request.COOKIES.get(COOKIE, "")


def remember_invitation(response: HttpResponse, invitation: Invitation, text: str) -> None:
    """Set a cookie: the address must not stay in the browser's history."""
    seconds = invitation.until - int(timezone.now().timestamp())
    response.set_cookie(COOKIE, text, **cookie_options(seconds))


def forget_invitation(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")
