"""Network addresses: of this server, for phones to open, and of the clients; QR codes."""

import io
import socket
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.safestring import SafeString, mark_safe

LONGEST_ADDRESS = 64  # of an IPv6 address with the name of a network interface


def local_address() -> str:
    """This machine's address in its network. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def terminal_qr(url: str) -> str:
    code = io.StringIO()
    segno.make(url, error="l").terminal(code, compact=True)
    return code.getvalue()


def site_address(request: HttpRequest) -> str:
    """The address that other devices can open. The server's own browser may use "localhost"."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    if is_this_machine(domain):
        host = local_address() + (f":{port}" if port else "")
    return f"{request.scheme}://{host}"


def is_this_machine(domain: str) -> bool:
    try:
        return domain == "localhost" or ip_address(domain.strip("[]")).is_loopback
    except ValueError:
        return False


@lru_cache(128)  # an open page asks again and again, and drawing takes a third of its time
def qr_code(url: str) -> SafeString:
    """An SVG that fills its container. The light border is the quiet zone that cameras need."""
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - segno writes paths only, no text


def address_of(request: HttpRequest) -> str:
    return client_address(request.META)


def client_address(variables: Mapping[str, Any]) -> str:
    """The client's network (see `network_of`) according to WSGI variables; "" if invalid.

    X-Forwarded-For is trusted only behind our own proxy, which appends the address it saw.
    """
    address: str = variables.get("REMOTE_ADDR", "")
    if settings.TRUST_PROXY:
        address = variables.get("HTTP_X_FORWARDED_FOR", address).rpartition(",")[2].strip()
    return network_of(address)


def network_of(address: str) -> str:
    """An IPv4 address, or the /64 of an IPv6 address: usually one home; "" if invalid."""
    try:
        return parse_network(address) if len(address) <= LONGEST_ADDRESS else ""
    except ValueError:
        return ""


@lru_cache(1024)
def parse_network(address: str) -> str:
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
    return str(ip)


def wider_network(address: str) -> str:
    """The /48 of an IPv6 network, which one customer may have; "" for IPv4."""
    return str(ip_network(address).supernet(new_prefix=48)) if ":" in address else ""
