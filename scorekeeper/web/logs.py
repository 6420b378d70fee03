"""What our logs hold: enough to follow one request, and no secret."""

import logging
import re
import secrets
from contextvars import ContextVar
from ipaddress import IPv4Address, ip_network
from typing import NamedTuple


class RequestLabel(NamedTuple):
    """What every line in the log about one request begins with."""

    id: str
    address: str

    @classmethod
    def of(cls, network: str) -> "RequestLabel":
        """`network` as network.client_address gives it."""
        return cls(secrets.token_hex(4), shortened(network))


NO_REQUEST = RequestLabel("-", "-")
current_request: ContextVar[RequestLabel] = ContextVar("current_request", default=NO_REQUEST)


def shortened(network: str) -> str:
    """So much of an address as tells attackers apart, and does not tell who it was: /24 or /48."""
    if not network:
        return "-"
    first = ip_network(network)[0]
    bits = 24 if isinstance(first, IPv4Address) else 48
    return str(ip_network((first, bits), strict=False))


class ForOurLogs(logging.Filter):
    """Adds `request` and `address` to each record, and takes the secrets of links out of it.

    A request that was refused (4xx) is one line: its traceback would only show our own code.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.address = current_request.get()
        record.msg, record.args = without_links(record.getMessage()), ()
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        if record.exc_info:
            record.exc_text = without_links(logging.Formatter().formatException(record.exc_info))
        return True


def without_links(text: str) -> str:
    return re.sub(r"(join/\d+/)[^/\s?'\"]+", r"\1…", text)
