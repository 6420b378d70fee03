"""A number as people say it when they count up: 12+5−3."""

import re

SIGNS = str.maketrans(dict.fromkeys("−–—‒－﹣", "-") | dict.fromkeys("＋﹢", "+"))
SUM = re.compile(r"[+-]?\d+(?:(?:\+|-|\+-)\d+)*")


def added_up(text: str) -> int | None:
    """What a sum comes to, in whatever digits and with whatever minus it was typed; None for what is no sum."""
    plain = re.sub(r"\s*([+-])\s*", r"\1", text.translate(SIGNS).strip())
    if not SUM.fullmatch(plain):
        return None
    return sum(map(int, re.findall(r"[+-]?\d+", plain)))
