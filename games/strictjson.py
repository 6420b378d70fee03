"""Parses JSON strictly: marks what a lenient parser would guess, so that the record is refused."""

import json
import re
from typing import NoReturn

MAX_DIGITS = 20
"""No table writes a longer number, and Python refuses to parse thousands of digits."""


CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*+"|(-?Infinity|NaN)', re.DOTALL)
"""A string, or a group of what JSON does not have but Python reads. It never goes back within a
string: for each letter of a long one that takes memory.
"""


class DuplicateKeys(dict[str, object]):
    """An object in which a key occurs twice, so that its meaning is ambiguous."""


class NotJSON(ValueError):
    """A constant such as NaN."""


def loads(text: str | bytes) -> object:
    """Parse like json.loads. Raises JSONDecodeError, UnicodeDecodeError and RecursionError.

    NaN and Infinity raise JSONDecodeError. An object with a duplicate key becomes DuplicateKeys. An
    integer with too many digits becomes a float, which no reader takes for a whole number.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        return _decode(text)
    except NotJSON as error:
        place = next(match.start() for match in CONSTANT.finditer(text) if match[1])
        raise json.JSONDecodeError(str(error), text, place) from None


def _decode(text: str) -> object:
    try:
        return _decoder.decode(text)
    except (json.JSONDecodeError, NotJSON):
        raise
    except ValueError:  # from int(): the text contains thousands of digits
        return _long_number_decoder.decode(text)


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    return data if len(data) == len(pairs) else DuplicateKeys(pairs)


def _parse_int(digits: str) -> int | float:
    return int(digits) if len(digits) <= MAX_DIGITS else float(digits)


def _reject_constant(name: str) -> NoReturn:
    raise NotJSON(f"{name} is not valid JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_build_object, parse_constant=_reject_constant)
_long_number_decoder = json.JSONDecoder(
    object_pairs_hook=_build_object, parse_constant=_reject_constant, parse_int=_parse_int
)
