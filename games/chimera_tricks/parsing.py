"""Parses typed values: a list of Grimoires ("5 3 −4"), a sum ("12+5−3"), and a tapped chip."""

import re

from games.kit.sums import evaluate_sum, normalize_signs

SIGN, NUMBER = re.compile("[+-]"), re.compile(r"[+-]?\d{1,6}")
CHIP = re.compile(r"(-?[0-9]{1,6}) ([0-9])")


def has_large_number(text: str) -> bool:
    """Return whether a number is too large: no table counts in millions."""
    return re.search(r"\d{7}", text) is not None


def parse_list(text: str) -> tuple[int, ...] | None:
    """Return the numbers, or None if the text is not a list. A sign always begins a number."""
    with_spaces = SIGN.sub(
        lambda sign: f" {sign[0]}", re.sub(r"(?<=[+-])\s+", "", normalize_signs(text))
    )
    words = [word for word in re.split(r"[\s,;]+", with_spaces) if word]
    return tuple(map(int, words)) if all(map(NUMBER.fullmatch, words)) else None


def parse_sum(text: str) -> int | None:
    """Return the value of a sum, or None if the text is not one."""
    return None if has_large_number(text) else evaluate_sum(text)


def parse_chip(text: str, seats: int) -> tuple[int, int] | None:
    """Return the value of a card and the seat that won it, as the form encodes a tap."""
    match = CHIP.fullmatch(text)
    return (int(match[1]), int(match[2])) if match and int(match[2]) < seats else None
