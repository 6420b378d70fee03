"""What is shown instead of a page that this device may not see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.access import NotAllowed, TakenOut


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    page = "people/removed.html" if isinstance(exception, TakenOut) else "404.html"
    return told(request, render(request, page, status=404))


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    session = exception.session if isinstance(exception, NotAllowed) else None
    response = render(request, "403.html", {"session": session}, status=403)
    response.headers["Outbox"] = "gone"  # see headers.py
    return told(request, response)


def told(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A page that asks for a part of it anew, and may not see it any more, is loaded again: then it says so."""
    if request.htmx and request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response
