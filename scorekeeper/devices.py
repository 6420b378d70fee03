"""A device is known by a secret in its cookie; the database holds only the secret's hash."""

import hashlib
import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

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


def device_name(request: HttpRequest) -> str:
    """What a device is called until somebody names it."""
    agent = request.headers.get("User-Agent", "")
    kinds = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", _("Android phone")), ("Macintosh", "Mac")]
    return next((name for mark, name in kinds if mark in agent), _("computer"))
