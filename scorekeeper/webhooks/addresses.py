"""The addresses that messages may go to: none in a private network, unless the operator allows it.

A name is resolved once. All of its addresses are checked, and the connection goes to one of these:
a name that changes in between (DNS rebinding) gains nothing.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PORTS = {"http": 80, "https": 443}
GLOBAL_IPV6 = ip_network("2000::/3")
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into the IPv4 address in their last 32 bits (NAT64)."""

Address = IPv4Address | IPv6Address


class NoName(OSError):
    """No computer has this name."""


class Private(OSError):
    """The address belongs to a private network, or to this machine."""


def port_of(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def resolve(host: str, port: int, flags: int = 0) -> list[Address]:
    """Return the addresses of a host, however it is written. Raises NoName."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    except (OSError, UnicodeError) as error:
        raise NoName from error
    return [ip_address(str(one[4][0]).partition("%")[0]) for one in rows]


def allowed_addresses(host: str, port: int, flags: int = 0) -> list[Address]:
    """Return the addresses of a host. Raises Private if even one of them may not be used."""
    addresses = resolve(host, port, flags)
    if not settings.WEBHOOKS_TO_PRIVATE_NETWORKS and not all(map(is_public, addresses)):
        raise Private
    return addresses


def is_private_by_itself(address: str) -> bool:
    """Return whether the address shows without asking anyone that it may not be used."""
    parts = urlsplit(address)
    host = (parts.hostname or "").rstrip(".")
    is_local_name = host == "localhost" or host.endswith(".localhost")
    if is_local_name and not settings.WEBHOOKS_TO_PRIVATE_NETWORKS:
        return True
    try:
        allowed_addresses(host, port_of(parts), socket.AI_NUMERICHOST)
    except Private:
        return True
    except NoName:  # a name: it is resolved when a message is sent
        return False
    return False


def is_public(address: Address) -> bool:
    """Return whether the address, or the one that it stands for, belongs to the internet."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    if address.ipv4_mapped or address in TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    is_tunnel = address.sixtofour or address.teredo
    return address in GLOBAL_IPV6 and address.is_global and not is_tunnel
