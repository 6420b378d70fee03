"""What every page says about itself to the browser, beside what Django and django-csp say."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.resolver_match and request.resolver_match.url_name == "join":
            # Its address is a secret. "no-referrer" would take the origin from its form, too, which Django asks for.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return middleware
