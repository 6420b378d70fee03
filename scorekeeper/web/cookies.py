"""How cookies are set, and those that hold what a device chose for itself: a theme, and so on."""

from typing import Literal, TypedDict

from django.conf import settings
from django.http import HttpResponse

CHOICES = ("theme", "feedback", "caller", "screen")
"""The cookies of views/preferences.py. Pages differ by them."""

LONGEST = 400 * 24 * 3600
"""The seconds that browsers keep a cookie at most."""


class CookieOptions(TypedDict):
    max_age: int
    samesite: Literal["Lax"]
    httponly: bool
    secure: bool


def cookie_options(max_age: int = LONGEST) -> CookieOptions:
    return {"max_age": max_age, "samesite": "Lax", "httponly": True, "secure": settings.HTTPS}


def keep_choice(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, **cookie_options())
