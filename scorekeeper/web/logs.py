"""Logging: each line names its request, has a fitting level, and contains no secret."""

import json
import logging
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from ipaddress import IPv4Address, ip_network
from typing import NamedTuple
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.core.exceptions import DisallowedHost

from scorekeeper.web.addresses import client_address

LONGEST = 500  # characters of a message
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")  # as proxies make them
OF_REQUESTS = ("method", "view", "status", "ms")  # see operating/requests.py
REQUEST_LOG = "scorekeeper.operating.requests"  # with LOG_REQUESTS
USUAL = (409, 422)  # another device was first; a form with a mistake
UNKNOWN_HOST = f"django.security.{DisallowedHost.__name__}"


class RequestLabel(NamedTuple):
    """The beginning of each log line about one request."""

    id: str
    address: str

    @classmethod
    def of(cls, environ: WSGIEnvironment) -> "RequestLabel":
        """The id is that of a trusted proxy, if it sends one, so that both logs tell the same."""
        theirs = environ.get("HTTP_X_REQUEST_ID", "") if settings.TRUST_PROXY else ""
        request_id = theirs if REQUEST_ID.fullmatch(theirs) else secrets.token_hex(4)
        return cls(request_id, shorten_address(client_address(environ)))


NO_REQUEST = RequestLabel("-", "-")
current_request: ContextVar[RequestLabel] = ContextVar("current_request", default=NO_REQUEST)


def shorten_address(network: str) -> str:
    """The /24 or /48: enough to tell attackers apart, too little to identify a person."""
    if not network:
        return "-"
    first = ip_network(network)[0]
    bits = 24 if isinstance(first, IPv4Address) else 48
    return str(ip_network((first, bits), strict=False))


class LevelFilter(logging.Filter):
    """Gives messages about requests the levels that an operator would choose. `least` is the name
    of the lowest level that is written.

    Django logs every refusal as a warning, and every unknown name of the site as an error. But a
    form with a mistake, or two phones that enter the same round, are a usual evening, and scanners
    ask every server of the internet for names that are not its own.
    """

    def __init__(self, least: str) -> None:
        super().__init__()
        self.least = logging.getLevelNamesMapping()[least]

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) in USUAL:
            set_level(record, logging.INFO)
        elif record.name == UNKNOWN_HOST:
            set_level(record, logging.WARNING)
        return record.levelno >= self.least or record.name == REQUEST_LOG


def set_level(record: logging.LogRecord, level: int) -> None:
    record.levelno, record.levelname = level, logging.getLevelName(level)


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


class JsonFormatter(logging.Formatter):
    """Writes one JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", NO_REQUEST.id),
            "address": getattr(record, "address", NO_REQUEST.address),
            "message": record.getMessage(),
            **{name: vars(record)[name] for name in OF_REQUESTS if name in vars(record)},
        }
        if record.exc_text:  # see LogFilter
            line["exception"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


def shorten(text: str) -> str:
    """A message contains what was sent, such as an address of 16 KB."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def remove_secrets(text: str) -> str:
    return re.sub(r"((?:(?:join|calendar|picture)/\d+|join/group)/)[^/\s?'\"]+", r"\1…", text)
