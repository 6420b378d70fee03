"""A device is identified by a secret in its cookie; the database holds only the secret's hash.

A device that gains a role gets a new secret, so that a cookie that was stolen or planted before is
worthless. A response can get lost, so this takes two steps: the response to the request that gained
the role brings the new secret in a second cookie. The next request sends both cookies, and from
then on only the new secret identifies the device.

Meanwhile another request may be on its way with the old secret. For a minute the database maps the
old hash to the new one, so that this request succeeds and no entry is lost. A live stream with the
old secret is refused; its page connects again, with the new one.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta

from django.conf import settings
from django.db import Error, IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.formats import format_day
from scorekeeper.models import FormerDevice, Member
from scorekeeper.models.locks import lock_device, lock_group
from scorekeeper.models.people import ANDROID, COMPUTER, NEVER
from scorekeeper.models.sessions import UNSEEN
from scorekeeper.people.rate_limits import move_allowances
from scorekeeper.web.cookies import cookie_options
from scorekeeper.web.database_failures import status_of
from scorekeeper.web.requests import Request, is_navigation

COOKIE, NEXT_COOKIE = "device", "next-device"
GRACE = timedelta(minutes=1)  # longer than any request takes
FOR_ANYONE = {"calendar", "picture"}  # names of addresses

GetResponse = Callable[[Request], HttpResponse]


def identify_device(get_response: GetResponse) -> GetResponse:
    """Middleware that sets `request.device`, and gives a new device its secret."""

    def middleware(request: Request) -> HttpResponse:
        current = find_secret(request.COOKIES)
        next_secret = accept_next_secret(request, current)
        secret = next_secret or current or secrets.token_urlsafe(32)
        request.device = hash_secret(secret)
        response = get_response(request)
        if response.status_code == 404 and (device := current_device(request.device)):
            request.device = device
            return without_cookies(get_response(request))
        if not (next_secret or current) and is_for_anyone(request):
            return response
        # A person who opens home renews the 400 days. Requests of the service worker do not: a late
        # response could restore an old secret.
        is_home = request.path == "/" and is_navigation(request)
        if is_home or secret != request.COOKIES.get(cookie_name(COOKIE)):
            response.set_cookie(cookie_name(COOKIE), secret, **cookie_options())
        if cookie_name(COOKIE) != COOKIE and COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, samesite="Lax")
        if next_secret and cookie_name(NEXT_COOKIE) not in response.cookies:
            response.delete_cookie(cookie_name(NEXT_COOKIE), samesite="Lax")
        return response

    return middleware


def cookie_name(name: str) -> str:
    """Over https a `__Host-` cookie, which browsers accept from this host only, not subdomains."""
    return f"__Host-{name}" if settings.HTTPS else name


def find_secret(cookies: Mapping[str, str]) -> str:
    """Return the secret, even from the plain cookie name of earlier releases."""
    values = (cookies.get(name, "") for name in (cookie_name(COOKIE), COOKIE))
    return next(filter(hash_secret, values), "")


def hash_secret(secret: str) -> str:
    """The hash that identifies the device in the database; "" for an invalid secret."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", secret):
        return ""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_for_anyone(request: HttpRequest) -> bool:
    """Return whether the address shows the same to all: nobody who opens it becomes a device."""
    return bool(request.resolver_match and request.resolver_match.url_name in FOR_ANYONE)


def renew_secret(request: Request, response: HttpResponse) -> HttpResponse:
    """Send the device its next secret. Signed for the current one, so that nobody can plant it."""
    name, secret = cookie_name(NEXT_COOKIE), secrets.token_urlsafe(32)
    response.set_signed_cookie(name, secret, salt=request.device, **cookie_options())
    return response


def accept_next_secret(request: HttpRequest, current: str) -> str:
    """Return the next secret if the request brings one. From now on it identifies the device."""
    name, device = cookie_name(NEXT_COOKIE), hash_secret(current)
    if not device or name not in request.COOKIES:
        return ""
    secret = request.get_signed_cookie(name, "", salt=device) or ""
    try:
        if secret:
            rename_device(device, hash_secret(secret))
    except Error as error:
        if not status_of(error):
            raise
        return ""  # nothing can be written now: the next request brings it again
    return secret


def rename_device(old: str, new: str) -> None:
    """Move all memberships to the new device secret. If two requests race, the first wins."""
    try:
        with transaction.atomic():
            lock_device_and_groups(old)
            if Member.objects.filter(device=old).update(device=new):
                now = timezone.now()
                FormerDevice.objects.filter(at__lt=now - GRACE).delete()
                FormerDevice.objects.filter(now=old).update(now=new)
                FormerDevice.objects.update_or_create({"now": new, "at": now}, device=old)
                move_allowances(old, new)
    except IntegrityError:  # the same group was joined again with the old secret
        return


def lock_device_and_groups(device: str) -> None:
    """Lock the device and its groups, always in the same order to avoid deadlocks.

    Nothing else locks more than one group.
    """
    lock_device(device)
    for pk in sorted(set(Member.objects.filter(device=device).values_list("group", flat=True))):
        lock_group(pk)


def current_device(device: str) -> str:
    """The new hash of a device whose secret changed within the last minute; else ""."""
    if not (former := FormerDevice.objects.filter(pk=device).first()):
        return ""
    now = timezone.now()
    if former.at > now:  # before the clock was set back
        FormerDevice.objects.filter(pk=device).update(at=now)
        former.at = now
    return former.now if now - former.at < GRACE else ""


def without_cookies(response: HttpResponse) -> HttpResponse:
    """Remove the secrets: a request with an old secret may come from another browser."""
    for name in (COOKIE, NEXT_COOKIE):
        response.cookies.pop(cookie_name(name), None)
    return response


def last_used(member: Member) -> str:
    """Stored to 15 minutes, so shown no more precisely: `seen_at` is the start of the quarter."""
    if member.seen_at == NEVER:
        return _("not used yet")
    now = localtime()
    latest = localtime(min(member.seen_at, now) + UNSEEN)
    if latest > now:
        return _("active just now")
    if latest.date() == now.date():
        quarter = latest.replace(minute=latest.minute // 15 * 15)
        return _("last active today, about %(time)s") % {"time": format_day(quarter, "time")}
    last_seen = localtime(member.seen_at)
    return _("last active %(day)s") % {
        "day": format_day(last_seen, "day of year" if last_seen.year == now.year else "day")
    }


def device_name(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    kinds = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", ANDROID), ("Macintosh", "Mac")]
    return next((name for mark, name in kinds if mark in agent), COMPUTER)
