"""Pages about the site itself: what it stores about people, and what a phone can do with it."""

from contextlib import suppress

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, URLValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.people import devices, invitations, links
from scorekeeper.views.group import exchange, webhooks
from scorekeeper.web.cookies import CHOICES, keep_choice
from scorekeeper.web.requests import Request

COOKIE = "awake"
PHONES = ("iPhone", "iPad", "Android")


@require_safe
def privacy(request: Request) -> HttpResponse:
    """Tell what this site stores about people."""
    context = {
        "contact": settings.OPERATOR_CONTACT,
        "contact_url": address_in(settings.OPERATOR_CONTACT),
        "abandoned_days": settings.ABANDONED_GROUPS_DAYS,
        "cookies": {  # as a browser lists them, by what they are for
            "device": ", ".join(map(devices.cookie_name, (devices.COOKIE, devices.NEXT_COOKIE))),
            "forms": settings.CSRF_COOKIE_NAME,
            "joining": links.COOKIE,
            "invitation": invitations.COOKIE,
            "secrets": ", ".join([exchange.COOKIE, webhooks.COOKIE]),
            "choices": ", ".join([settings.LANGUAGE_COOKIE_NAME, *CHOICES, COOKIE]),
        },
    }
    return render(request, "home/privacy.html", context)


def address_in(contact: str) -> str:
    """Return the address to link to, of a page or of mail; "" if the contact is anything else."""
    for check, prefix in ((URLValidator(["http", "https"]), ""), (EmailValidator(), "mailto:")):
        with suppress(ValidationError):
            check(contact.removeprefix(prefix))
            return prefix + contact.removeprefix(prefix)
    return ""


def may_fall_asleep(request: HttpRequest) -> bool:
    """Return whether to say how to keep the screen on: on a phone, over http, until it is read."""
    if request.is_secure() or COOKIE in request.COOKIES:
        return False
    agent = request.headers.get("User-Agent", "")
    return any(name in agent for name in PHONES)


@require_safe
def this_phone(request: Request) -> HttpResponse:
    """Say how to install the app, or what is missing for that, and how to keep the screen on."""
    contact = settings.OPERATOR_CONTACT
    context = {
        "may_fall_asleep": may_fall_asleep(request),
        "contact": contact,
        "contact_url": address_in(contact),
        "file": "docs/https-at-home.md",
    }
    return render(request, "home/this_phone.html", context)


@require_POST
def got_it(request: Request) -> HttpResponse:
    """Do not say again how to keep the screen on."""
    response = redirect("home")
    keep_choice(response, COOKIE, "known")
    return response
