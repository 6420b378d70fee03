"""JSON, read strictly: what a lenient reader would guess at or choke on is kept apart, for the record to refuse."""

import json
from typing import NoReturn

LONGEST = 20
"""Digits. Python refuses to read thousands of them; no table writes a number as long as this."""


class Repeated(dict[str, object]):
    """An object with a key that is there more than once: what it means is anybody's guess, so nobody reads it."""


def loads(text: str | bytes) -> object:
    """Like json.loads of UTF-8. Raises JSONDecodeError (also for NaN), UnicodeDecodeError and RecursionError.

    An object that repeats a key comes as Repeated; a number too long to read as a float, which is no whole number.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # from int(): thousands of digits somewhere
        return _patient_decoder.decode(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else Repeated(pairs)


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST else float(digits)


def _no_number(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is no JSON", name, 0)


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number)
_patient_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole)
