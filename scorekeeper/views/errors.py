"""The answers for pages that this device may not see, for games whose rules cannot be used, and for
failures of the database.
"""

from http import HTTPStatus

from csp.utils import build_policy
from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.log import log_response
from django.utils.translation import get_language_from_request, override
from django.views import defaults
from django_htmx.middleware import HtmxDetails

from scorekeeper.access import EveningOver, GroupDeleted, NotAllowed, Removed
from scorekeeper.operating.versions import find_mismatch
from scorekeeper.pages.game_rows import FinishedGame, GameWithoutRules, unplayable_text
from scorekeeper.tables.unplayable import Unplayable
from scorekeeper.web.answers import NOTHING_LOADS, error_json, security_fields
from scorekeeper.web.busy import Busy
from scorekeeper.web.database_failures import FULL, UNAVAILABLE, first_line, status_of
from scorekeeper.web.headers import JSON, is_api
from scorekeeper.web.logs import current_request
from scorekeeper.web.requests import Request

MISSING = {
    Removed: "people/removed.html",
    EveningOver: "people/evening_over.html",
    GroupDeleted: "people/group_deleted.html",
}


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
    request.htmx = HtmxDetails(request)
    with override(get_language_from_request(request)):
        response = defaults.bad_request(request, exception)
    for name, value in security_fields(build_policy()).items():
        response.headers.setdefault(name, value)
    return response


def not_found(request: Request, exception: Exception) -> HttpResponse:
    page = MISSING.get(type(exception), "404.html")
    return reload_open_page(request, render(request, page, {"error": exception}, status=404))


def not_allowed(request: Request, exception: Exception) -> HttpResponse:
    session = exception.session if isinstance(exception, NotAllowed) else None
    response = render(request, "403.html", {"session": session}, status=403)
    response.headers["Outbox"] = "gone"  # see headers.py
    return reload_open_page(request, response)


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """The page was open for too long, or the proxy has changed the address on the way.

    Then no form works at all, so the page shows the operator what to compare.
    """
    origin, ours = request.headers.get("Origin", ""), f"{request.scheme}://{request.get_host()}"
    differ = origin.startswith(("http://", "https://")) and origin != ours
    context = {"origin": origin if differ else "", "ours": ours}
    return render(request, "403_csrf.html", context, status=403)


def server_error(request: Request) -> HttpResponse:
    """A bug of ours. Like Django's own page it reads nothing of the request, which may cause it."""
    page = render_to_string("500.html", {"reference": current_request.get().id})
    return HttpResponse(page, status=500)


def reload_open_page(request: Request, response: HttpResponse) -> HttpResponse:
    """An open page that refreshes itself, and may no longer see the game, is loaded anew."""
    if request.htmx and request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response


def answer_error(request: Request, error: Exception) -> HttpResponse | None:
    """Answer while something is temporarily missing.

    No such page is marked for the outbox (see headers.py), so a phone keeps its entry and sends it
    again.
    """
    if isinstance(error, Unplayable):
        return missing_rules(request, error)
    if isinstance(error, Busy):
        return busy()
    if status := status_of(error):  # the database is locked, unreachable or full
        reason = HTTPStatus(status).phrase, request.path, first_line(error)
        return failure_page(request, status, "%s: %s (%s)", *reason, full=status == FULL)
    # The code and the database belong to two versions.
    if isinstance(error, Error) and (mismatch := find_mismatch()):
        return failure_page(request, UNAVAILABLE, "%s", mismatch.value, updating=True)
    return None


def busy() -> HttpResponse:
    """The bridge answers instead, and counts it, so that a crowd does not fill the log."""
    response = HttpResponse(status=UNAVAILABLE)
    response._has_been_logged = True  # type: ignore[attr-defined]  # as django.utils.log does
    return response


def method_not_allowed(request: Request, methods: str) -> HttpResponse:
    """Somebody opened an address that only a form is sent to.

    Django's own answer is empty: a browser would show its page for a broken connection.
    """
    page = render(request, "405.html", status=405)
    page.headers["Allow"] = methods
    return page


def too_large(request: HttpRequest) -> HttpResponse:
    # So that the page does not try to read them again.
    request.GET, request.content_type = QueryDict(), ""
    return render(request, "413.html", status=413)


def missing_rules(request: Request, error: Unplayable) -> HttpResponse:
    """The rules of a game are missing, and nothing is lost."""
    session = error.session
    context = {
        "row": GameWithoutRules(session, unplayable_text(error)),
        "finished": FinishedGame(session) if session.finished_at else None,
    }
    status = 200 if request.method in ("GET", "HEAD") else UNAVAILABLE
    return render(request, "tables/not_installed.html", context, status=status)


def failure_page(
    request: Request, status: int, message: str, *args: object, **reason: bool
) -> HttpResponse:
    """Say that the database cannot be used, and log the message."""
    context = {**reason, "reading": request.method in ("GET", "HEAD")}
    response = render(request, "database_failure.html", context, status=status)
    if status == UNAVAILABLE:
        response.headers["Retry-After"] = str(settings.LOCK_TIMEOUT)
    log_response(message, *args, response=response, request=request)
    return response
