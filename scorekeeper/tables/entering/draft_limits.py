"""The parts of a draft that a game stores, and their limits: every page of the game reads them."""

import json
from collections.abc import Mapping
from typing import TypedDict, TypeVar

MOST_FIELD = 1_000
MOST_FIELDS, MOST_AUTHORS, MOST_COUNTS = 9_000, 6_000, 4_500
"""Bytes of JSON: the values of a field, and the parts of a draft, which stays below 20 KB."""

Value = TypeVar("Value")


class Author(TypedDict):
    """`by`: the member who set the field, with the game's `version`. `was`: the value before, and
    `was_by`: the member who had set that, if any.
    """

    by: int
    version: int
    was: list[str]
    was_by: int | None


def items_that_fit(part: Mapping[str, Value], most: int) -> dict[str, Value]:
    """Return the items of a part of a draft that fit, those in front first."""
    items, room = {}, most - len("{}")
    for name, value in part.items():
        size = len(json.dumps({name: value}))
        if size <= room:
            items[name] = value
            room -= size
    return items
