"""What every page says about itself to the browser, beside what Django and django-csp say."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FATES = {204: "saved", 404: "gone", 409: "conflict", 422: "refused"}
PERMISSIONS_POLICY = (
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
)


def private_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.resolver_match and request.resolver_match.url_name == "join":
            # Its address is a secret. "no-referrer" would take the origin from its form, too, which Django asks for.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return middleware


def answers_to_the_outbox(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Signs what the outbox is answered, so that it takes no other answer for ours: not that of a hotel's login
    page, nor a proxy's; and says what became of the entry. A redirect, which scripts do not get to see, becomes a plain
    "saved, look there". What may go better next time is not signed, such as a form whose token is too old; that is 403,
    too, so views/lost.py signs its own.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Outbox" not in request.headers:
            return response
        if response.status_code == 302:
            response = HttpResponse(status=204, headers={"Location": response.headers["Location"]})
        if fate := FATES.get(response.status_code):
            response.headers["Outbox"] = fate
        return response

    return middleware
