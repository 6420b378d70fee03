"""Host names that this server accepts: private IP addresses always, names only if listed.

Anyone can point a name at a home network (DNS rebinding), but not an IP address.
"""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host


def check_host(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
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
