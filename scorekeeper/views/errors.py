"""The answers for pages that this device may not see."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language_from_request, override
from django.views import defaults

from scorekeeper.access import NotAllowed, Removed
from scorekeeper.web.requests import Request


def bad_request(request: Request, exception: Exception) -> HttpResponse:
    """Before any middleware could see the language: a host name that is not ours ends up here."""
    with override(get_language_from_request(request)):
        return defaults.bad_request(request, exception)


def not_found(request: Request, exception: Exception) -> HttpResponse:
    page = "people/removed.html" if isinstance(exception, Removed) else "404.html"
    return refreshed(request, render(request, page, status=404))


def not_allowed(request: Request, exception: Exception) -> HttpResponse:
    session = exception.session if isinstance(exception, NotAllowed) else None
    response = render(request, "403.html", {"session": session}, status=403)
    response.headers["Outbox"] = "gone"  # see headers.py
    return refreshed(request, response)


def refreshed(request: Request, response: HttpResponse) -> HttpResponse:
    """An open page that refreshes itself, and may no longer see the game, is loaded anew."""
    if request.htmx and request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response
