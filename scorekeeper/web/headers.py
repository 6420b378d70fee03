"""The headers of a request that Django gets to see, and those that a response gets beside those
of Django and django-csp.

- Host: private IP addresses always, names only if listed. Anyone can point a name at a home network
  (DNS rebinding), but not an IP address.
- Content-Type: JSON in the API, elsewhere URL-encoded forms, both in UTF-8, and no other bodies:
  our pages and scripts send nothing else. Django would also parse multipart bodies, and decode
  forms in any charset. Some charsets decode to lone surrogates, which no database can store. One
  address takes multipart bodies: that of an import.
- Cookie: without those that take long to decode.
"""

import re
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
API = "/api/v1/"
UPLOAD = "multipart/form-data"
UPLOAD_PATH = re.compile(r"/groups/[0-9]{1,19}/import/")
LONGEST = 200  # characters of a Content-Type
GetResponse = Callable[[HttpRequest], HttpResponse]

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


def is_api(path: str) -> bool:
    """Return whether programs are addressed here. The page that describes the API is for people."""
    return path.startswith(API) and path != API


def accepted_type(path: str, content_type: str) -> str:
    """Return the type of body that is read at this address, if the header names it, in UTF-8 if it
    names a charset; else "".
    """
    if len(content_type) > LONGEST:
        return ""
    expected = JSON if is_api(path) else FORM
    kind, *parameters = content_type.lower().split(";")
    return expected if kind.strip() == expected and all(map(is_utf_8, parameters)) else ""


def is_upload(method: str, path: str, content_type: str) -> bool:
    """Return whether this is a form with a file, at the only address that takes one."""
    if method != "POST" or len(content_type) > LONGEST or not UPLOAD_PATH.fullmatch(path):
        return False
    return content_type.lower().partition(";")[0].strip() == UPLOAD


def is_utf_8(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "charset" and value.strip(" \t\"'") in ("utf-8", "utf8")


def drop_escaped_cookies(header: str) -> str:
    """Drop cookies with a backslash, which none of ours has: decoding one may take quadratic time.

    See docs/serving.md. Other sites at this address may have set some, so the rest still counts.
    """
    return ";".join(cookie for cookie in header.split(";") if "\\" not in cookie)


def hide_unused_headers(pages: WSGIApplication) -> WSGIApplication:
    """Django sees no other Content-Type, so it parses no other bodies, and no other cookies."""

    def application(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        content_type = environ.get("CONTENT_TYPE", "")
        if not is_upload(environ["REQUEST_METHOD"], environ["PATH_INFO"], content_type):
            content_type = accepted_type(environ["PATH_INFO"], content_type)
        cookies = drop_escaped_cookies(environ.get("HTTP_COOKIE", ""))
        return pages({**environ, "CONTENT_TYPE": content_type, "HTTP_COOKIE": cookies}, start)

    return application


def check_host(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_known_host(request.get_host()):
            raise DisallowedHost(f"{request.get_host()!r} is not in ALLOWED_HOSTS")
        return get_response(request)

    return middleware


def is_known_host(host: str) -> bool:
    """`host` is the value of the Host header."""
    domain, _ = split_domain_port(host)
    return is_private(domain) or validate_host(domain, settings.HOST_NAMES)


def is_private(domain: str) -> bool:
    try:
        return not ip_address(domain.strip("[]")).is_global
    except ValueError:
        return False


def own_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        make_private(request, response)
        if "Outbox" in request.headers:
            response = adapt_for_outbox(response)
        # For operating/requests.py, as Django's client for tests does.
        response.resolver_match = request.resolver_match  # type: ignore[attr-defined]
        return response

    return middleware


def make_private(request: HttpRequest, response: HttpResponse) -> None:
    if response.headers.get("Content-Type", "").startswith("text/html"):
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if request.resolver_match and request.resolver_match.url_name == "join":
        # The address is a secret. "no-referrer" would also remove the origin from the form's
        # request, and Django's CSRF check needs it.
        response.headers["Referrer-Policy"] = "strict-origin"


def adapt_for_outbox(response: HttpResponse) -> HttpResponse:
    """Tell the outbox (static/js/outbox) the outcome of an entry in a header.

    The header also proves that the response is ours, not that of a proxy or a hotel's login page.
    A redirect becomes a 204 with a Location, because scripts cannot see redirects. Failures that
    may be temporary, such as a locked database or an expired CSRF token, get no header, and the
    entry is sent again. (That token's is a 403, as is a missing permission, for which
    views/errors.py sets the header.) A bug would fail again: with "failed" the entry waits.
    """
    if response.status_code == 302:
        names = [name for name in ("Location", "Slot") if name in response.headers]
        cookies, headers = response.cookies, {name: response.headers[name] for name in names}
        response = HttpResponse(status=204, headers=headers)
        response.cookies = cookies
    if outcome := OUTCOMES.get(response.status_code):
        response.headers["Outbox"] = outcome
    return response
