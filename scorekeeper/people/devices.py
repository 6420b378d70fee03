"""A device is known by a secret in its cookie; the database holds only the secret's hash.

A device that gains a role is given a new secret, so that a cookie which was stolen or planted
before is worthless. An answer may be lost on its way, so this takes two steps: the answer to what
gained the role brings the new secret in a second cookie; the next request has both cookies, and
from then on the device is known by the new secret alone.

Another request may be under way with the old secret meanwhile. For a minute the database knows what
the device was called before, so that this request is answered for it all the same, and no entry is
lost. A live stream with the old secret is refused; its page asks again, with the new one.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.models import FormerDevice, Member
from scorekeeper.models.locks import lock_device, lock_group
from scorekeeper.models.play import UNSEEN
from scorekeeper.web import limits

COOKIE, NEXT_COOKIE = "device", "next-device"
DAYS = 400  # the longest a browser keeps a cookie
GRACE = timedelta(minutes=1)  # no request is under way for longer

GetResponse = Callable[[HttpRequest], HttpResponse]


def known_devices(get_response: GetResponse) -> GetResponse:
    """Sets `request.device`, the hash of this device's secret; a device without one is given one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        known = secret_in(request.COOKIES)
        renewed = renewed_secret(request, known)
        secret = renewed or known or secrets.token_urlsafe(32)
        request.device = known_as(secret)
        response = get_response(request)
        if response.status_code == 404 and (now := current_device(request.device)):
            request.device = now
            return without_cookies(get_response(request))
        if secret != request.COOKIES.get(cookie_name(COOKIE)) or is_look_at_home(request):
            keep(response, secret)
        if cookie_name(COOKIE) != COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, samesite="Lax")
        if renewed and cookie_name(NEXT_COOKIE) not in response.cookies:
            response.delete_cookie(cookie_name(NEXT_COOKIE), samesite="Lax")
        return response

    return middleware


def cookie_name(name: str) -> str:
    """Over https: browsers take a `__Host-` cookie from this very host only, from no subdomain."""
    return f"__Host-{name}" if settings.HTTPS else name


def secret_in(cookies: Mapping[str, str]) -> str:
    """A device is still known by the cookie that it got before there was the other name."""
    found = (cookies.get(name, "") for name in (cookie_name(COOKIE), COOKIE))
    return next(filter(known_as, found), "")


def known_as(secret: str) -> str:
    """The hash by which the database knows a device; nothing for what cannot be a device's secret."""
    return (
        hashlib.sha256(secret.encode()).hexdigest()
        if re.fullmatch(r"[A-Za-z0-9_-]{43}", secret)
        else ""
    )


def is_look_at_home(request: HttpRequest) -> bool:
    """Not that of a worker, whose answer may come late and bring back an old secret."""
    return request.path == "/" and request.headers.get("Sec-Fetch-Dest", "document") == "document"


def keep(response: HttpResponse, secret: str) -> None:
    """Every look at the home page renews the 400 days."""
    response.set_cookie(cookie_name(COOKIE), secret, **kept_like())


def kept_like() -> dict[str, object]:
    lasting = {"max_age": DAYS * 24 * 3600, "samesite": "Lax"}
    return {**lasting, "httponly": True, "secure": settings.HTTPS}


def renew_secret(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Gives the device its next secret, signed for the one it has, so that nobody plants it."""
    name, secret = cookie_name(NEXT_COOKIE), secrets.token_urlsafe(32)
    response.set_signed_cookie(name, secret, salt=request.device, **kept_like())
    return response


def renewed_secret(request: HttpRequest, known: str) -> str:
    """The secret given in the place of the known one; from now on the device is known by it."""
    name, device = cookie_name(NEXT_COOKIE), known_as(known)
    if not device or name not in request.COOKIES:
        return ""
    if secret := request.get_signed_cookie(name, "", salt=device):
        rename_device(device, known_as(secret))
    return secret


def rename_device(old: str, new: str) -> None:
    """In all groups and games at once. Of several requests with both secrets the first does it."""
    try:
        with transaction.atomic():
            lock_device_and_groups(old)
            if Member.objects.filter(device=old).update(device=new):
                now = timezone.now()
                FormerDevice.objects.filter(at__lt=now - GRACE).delete()
                FormerDevice.objects.filter(now=old).update(now=new)
                FormerDevice.objects.update_or_create({"now": new, "at": now}, device=old)
                limits.rename_device(old, new)
    except IntegrityError:  # somebody joined the same group again with the old secret
        return


def lock_device_and_groups(device: str) -> None:
    """Its rows lie in several groups. Their locks are taken in one order; nobody else needs two."""
    lock_device(device)
    for pk in sorted(set(Member.objects.filter(device=device).values_list("group", flat=True))):
        lock_group(pk)


def current_device(device: str) -> str:
    """What a device is known as now whose secret changed a moment ago."""
    if not (former := FormerDevice.objects.filter(pk=device).first()):
        return ""
    now = timezone.now()
    if former.at > now:  # before the clock was set back
        FormerDevice.objects.filter(pk=device).update(at=now)
        former.at = now
    return former.now if now - former.at < GRACE else ""


def without_cookies(response: HttpResponse) -> HttpResponse:
    """Whoever comes with an old secret gets no new one: it need not be the same browser."""
    for name in (COOKIE, NEXT_COOKIE):
        response.cookies.pop(cookie_name(name), None)
    return response


def last_used(member: Member) -> str:
    """It is noted to the quarter of an hour, so it is told no more finely: the quarter in which a device was there last
    began at `seen_at`.
    """
    now = localtime(timezone.now())
    latest = localtime(min(member.seen_at, now) + UNSEEN)
    if latest > now:
        return _("active just now")
    if latest.date() == now.date():
        quarter = latest.replace(minute=latest.minute // 15 * 15)
        return _("last active today, about %(time)s") % {"time": date_format(quarter, "H:i")}
    seen = localtime(member.seen_at)
    return _("last active %(day)s") % {
        "day": date_format(seen, "j M" if seen.year == now.year else "j M Y")
    }


def device_name(request: HttpRequest) -> str:
    """What a device is called until somebody names it."""
    agent = request.headers.get("User-Agent", "")
    kinds = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", _("Android phone")),
        ("Macintosh", "Mac"),
    ]
    return next((name for mark, name in kinds if mark in agent), _("computer"))
