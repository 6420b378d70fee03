"""Reads what a program sent: strict JSON, in the shape that the description names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext

from games.record import InvalidRecord, parse_json
from scorekeeper.api.errors import Refusal, refusal
from scorekeeper.models import Member
from scorekeeper.tables.translate import render_text
from scorekeeper.web.headers import accepted_type
from scorekeeper.web.requests import Request

Shape = TypeVar("Shape", bound=msgspec.Struct)
PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
LARGEST = 10**9  # which the forms of our games refuse, while records may have a thousand times it
KEY = re.compile(r"field `([^`]*)`")


@dataclass(frozen=True)
class ApiCall:
    """An endpoint gets the request, its program, and what was sent in the shapes it declares."""

    request: Request
    program: Member
    query: Any
    body: Any


def read_body(request: HttpRequest, shape: type[Shape]) -> Shape:
    """The body, which must be one JSON object. Raises Refusal."""
    if not accepted_type(request.path_info, request.META.get("CONTENT_TYPE", "")):
        raise refusal(415, "not_json", "Send application/json in UTF-8.")
    try:
        data = parse_json(request.body)
        msgspec.json.encode(data)
    except InvalidRecord as invalid:
        raise refusal(400, "bad_json", render_text(invalid.message, ())) from None
    except RecursionError:
        raise refusal(400, "bad_json", gettext("This is nested too deeply.")) from None
    except UnicodeEncodeError:
        message = "Half a character (a lone surrogate) is not text."
        raise refusal(400, "bad_json", message) from None
    if type(data) is not dict:
        message = "Send one JSON object, in which each key occurs once."
        raise refusal(400, "bad_json", message)
    return as_shape(data, shape, strict=True)


def read_query(request: HttpRequest, shape: type[Shape]) -> Shape:
    """The parameters of the address. Raises Refusal."""
    for name, values in request.GET.lists():
        if len(values) > 1:
            raise refusal(422, "wrong_shape", "Send each parameter once.", name)
    return as_shape(request.GET.dict(), shape, strict=False)


def as_shape(data: object, shape: type[Shape], strict: bool) -> Shape:
    try:
        return msgspec.convert(data, shape, strict=strict)
    except msgspec.ValidationError as error:
        raise wrong_shape(str(error)) from None


def wrong_shape(message: str) -> Refusal:
    """These messages are for the author of the program, so they are in English."""
    place, key = PLACE.search(message), KEY.search(message)
    field = place[1] if place else key[1] if key else ""
    return refusal(422, "wrong_shape", message, field)


def check_numbers(values: Mapping[str, Any]) -> None:
    """Refuse numbers that are too large for a form, by which they could not be corrected."""
    for name, value in values.items():
        if holds_large_number(value):
            raise refusal(422, "refused", gettext("This number is too large."), name)


def holds_large_number(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(holds_large_number, value.values()))
    if isinstance(value, list):
        return any(map(holds_large_number, value))
    return isinstance(value, int) and abs(value) >= LARGEST
