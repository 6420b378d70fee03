"""The answers for pages that this device may not see."""

from collections.abc import Callable

from csp.utils import build_policy
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language_from_request, override
from django.views import defaults

from scorekeeper.access import EveningOver, NotAllowed, Removed
from scorekeeper.web.answers import NOTHING_LOADS, error_json, security_fields
from scorekeeper.web.content_types import JSON, is_api
from scorekeeper.web.requests import Request

MISSING = {Removed: "people/removed.html", EveningOver: "people/evening_over.html"}


def bad_request(request: Request, exception: Exception) -> HttpResponse:
    """A host name that is not ours, or too many fields.

    The middleware that knows the language or adds headers may not have seen the request.
    """
    if is_api(request.path_info):
        message = "This server is not called that, or the request is not sound."
        body = error_json(400, message)
        return HttpResponse(
            body, status=400, content_type=JSON, headers=security_fields(NOTHING_LOADS)
        )
    request.GET = request.POST = QueryDict()  # the page must not read the unreadable body again
    with override(get_language_from_request(request)):
        response = defaults.bad_request(request, exception)
    for name, value in security_fields(build_policy()).items():
        response.headers.setdefault(name, value)
    return response


def not_found(request: Request, exception: Exception) -> HttpResponse:
    page = next((page for kind, page in MISSING.items() if isinstance(exception, kind)), "404.html")
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


def form_addresses(
    get_response: Callable[[Request], HttpResponse],
) -> Callable[[Request], HttpResponse]:
    """Answer with a page if somebody opens an address that only a form is sent to.

    Django's own answer is empty: a browser would show its page for a broken connection.
    """

    def middleware(request: Request) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware
