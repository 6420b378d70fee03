"""Cookies that hold what a device chose for itself, such as a theme, which needs no script."""

from django.conf import settings
from django.http import HttpResponse

CHOICES = ("theme", "feedback", "caller", "screen")
"""The cookies of views/preferences.py. Pages differ by them."""


def keep_choice(response: HttpResponse, name: str, value: str) -> None:
    """Store a choice on the device, as long as browsers allow."""
    response.set_cookie(
        name,
        value,
        max_age=400 * 24 * 3600,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
