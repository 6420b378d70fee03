"""The request as our middleware passes it to the views, and what it is for."""

import re

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """A type for annotations only: at run time Django's own class is used.

    `device` is the hash of the device's secret (people/devices.py); `htmx` is true in a boolean
    context if htmx sent the request.
    """

    device: str
    htmx: HtmxDetails


def is_navigation(request: HttpRequest) -> bool:
    """Return False if a script sent it. Browsers say so over https and on localhost only."""
    return request.headers.get("Sec-Fetch-Dest", "document") == "document"


def number_in_query(request: HttpRequest, name: str) -> int | None:
    """Return a number in the address, as our links write it."""
    value = request.GET.get(name, "")
    return int(value) if re.fullmatch(r"[0-9]{1,18}", value) else None
