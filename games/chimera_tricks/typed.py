"""Reads what people type here: values in a list ("5 3 −4"), a sum ("12+5−3"), and a card that was tapped."""

import re

from games.sums import added_up, plain

SIGN, NUMBER = re.compile("[+-]"), re.compile(r"[+-]?\d{1,6}")
CARD = re.compile(r"(-?[0-9]{1,6}) ([0-9])")


def has_large_number(text: str) -> bool:
    """Whether that is why it cannot be read: no table counts in millions."""
    return re.search(r"\d{7}", text) is not None


def read_list(text: str) -> tuple[int, ...] | None:
    """The numbers in a list; None if it cannot be read. A sign begins a number, with or without a space before it."""
    apart = SIGN.sub(lambda sign: f" {sign[0]}", re.sub(r"(?<=[+-])\s+", "", plain(text)))
    words = [word for word in re.split(r"[\s,;]+", apart) if word]
    return tuple(map(int, words)) if all(map(NUMBER.fullmatch, words)) else None


def read_sum(text: str) -> int | None:
    """What a sum comes to; None if it cannot be read."""
    return None if has_large_number(text) else added_up(text)


def read_card(text: str, seats: int) -> tuple[int, int] | None:
    """A chip that was tapped, as the form writes it: the card's value, and who won it."""
    found = CARD.fullmatch(text)
    return (int(found[1]), int(found[2])) if found and int(found[2]) < seats else None
