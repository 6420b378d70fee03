"""Logging: each line names its request, and none contains a secret."""

import logging
import re
import secrets
from contextvars import ContextVar
from ipaddress import IPv4Address, ip_network
from typing import NamedTuple

LONGEST = 500  # characters of a message


class RequestLabel(NamedTuple):
    """The beginning of each log line about one request."""

    id: str
    address: str

    @classmethod
    def of(cls, network: str) -> "RequestLabel":
        """`network` as addresses.client_address returns it."""
        return cls(secrets.token_hex(4), shorten_address(network))


NO_REQUEST = RequestLabel("-", "-")
current_request: ContextVar[RequestLabel] = ContextVar("current_request", default=NO_REQUEST)


def shorten_address(network: str) -> str:
    """The /24 or /48: enough to tell attackers apart, too little to identify a person."""
    if not network:
        return "-"
    first = ip_network(network)[0]
    bits = 24 if isinstance(first, IPv4Address) else 48
    return str(ip_network((first, bits), strict=False))


class LogFilter(logging.Filter):
    """Adds `request_id` and `address` to each record and removes the secrets of links.

    A refused request (4xx) is logged without its traceback, which would only show our own code.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.address = current_request.get()
        record.msg, record.args = shorten(remove_secrets(record.getMessage())), ()
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        if record.exc_info:
            record.exc_text = remove_secrets(logging.Formatter().formatException(record.exc_info))
        return True


def shorten(text: str) -> str:
    """A message contains what was sent, such as an address of 16 KB."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def remove_secrets(text: str) -> str:
    return re.sub(r"((?:(?:join|calendar|picture)/\d+|join/group)/)[^/\s?'\"]+", r"\1…", text)
