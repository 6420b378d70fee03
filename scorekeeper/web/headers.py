"""Response headers that Django and django-csp do not set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

OUTCOMES = {
    204: "saved",
    404: "gone",
    409: "conflict",
    413: "refused",
    422: "refused",
    500: "failed",
}
PERMISSIONS_POLICY = (
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
)


def private_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.resolver_match and request.resolver_match.url_name == "join":
            # The address is a secret. "no-referrer" would also remove the origin from the form's
            # request, and Django's CSRF check needs it.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return middleware


def outbox_responses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the outbox (static/js/outbox) the outcome of an entry in a header.

    The header also proves that the response is ours, not that of a proxy or a hotel's login page.
    A redirect becomes a 204 with a Location, because scripts cannot see redirects. Failures that
    may be temporary, such as a locked database or an expired CSRF token, get no header, and the
    entry is sent again. (That token's is a 403, as is a missing permission, for which
    views/errors.py sets the header.) A bug would fail again: with "failed" the entry waits.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Outbox" in request.headers:
            response = for_outbox(response)
        # For operating/requests.py, as Django's client for tests does.
        response.resolver_match = request.resolver_match  # type: ignore[attr-defined]
        return response

    return middleware


def for_outbox(response: HttpResponse) -> HttpResponse:
    if response.status_code == 302:
        cookies, headers = response.cookies, {"Location": response.headers["Location"]}
        response = HttpResponse(status=204, headers=headers)
        response.cookies = cookies
    if outcome := OUTCOMES.get(response.status_code):
        response.headers["Outbox"] = outcome
    return response
