"""A device is known by a secret in its cookie; the database holds only the secret's hash."""

import hashlib
import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.models import Member
from scorekeeper.models.play import UNSEEN

COOKIE = "device"
DAYS = 400  # the longest a browser keeps a cookie


def known_devices(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Sets `request.device`, the hash of this device's secret; a device without one is given one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        secret = request.COOKIES.get(COOKIE, "")
        fresh = not known_as(secret)
        if fresh:
            secret = secrets.token_urlsafe(32)
        request.device = known_as(secret)
        response = get_response(request)
        if fresh or request.path == "/":
            keep(response, secret)
        return response

    return middleware


def known_as(secret: str) -> str:
    """The hash by which the database knows a device; nothing for what cannot be a device's secret."""
    return hashlib.sha256(secret.encode()).hexdigest() if re.fullmatch(r"[A-Za-z0-9_-]{43}", secret) else ""


def keep(response: HttpResponse, secret: str) -> None:
    """Every look at the home page renews the 400 days."""
    response.set_cookie(COOKIE, secret, max_age=DAYS * 24 * 3600, httponly=True, samesite="Lax", secure=settings.HTTPS)


def last_used(member: Member) -> str:
    """It is noted to the quarter of an hour, so it is told no more finely: the quarter in which a device was there last
    began at `seen_at`.
    """
    now, latest = localtime(timezone.now()), localtime(member.seen_at + UNSEEN)
    if latest > now:
        return _("used in the last quarter of an hour")
    if latest.date() == now.date():
        quarter = latest.replace(minute=latest.minute // 15 * 15)
        return _("last used today, about %(time)s") % {"time": date_format(quarter, "H:i")}
    seen = localtime(member.seen_at)
    return _("last used %(day)s") % {"day": date_format(seen, "j M" if seen.year == now.year else "j M Y")}


def device_name(request: HttpRequest) -> str:
    """What a device is called until somebody names it."""
    agent = request.headers.get("User-Agent", "")
    kinds = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", _("Android phone")), ("Macintosh", "Mac")]
    return next((name for mark, name in kinds if mark in agent), _("computer"))
