"""Numbers as people type them, with any keyboard's minus and in any digits: 12+5−3. One reader for every game."""

import re

SIGNS = str.maketrans(dict.fromkeys("−–—‒－﹣", "-") | dict.fromkeys("＋﹢", "+"))
SUM = re.compile(r"[+-]?\d+(?:(?:\+|-|\+-)\d+)*")


def plain(text: str) -> str:
    """With the signs that Python reads, whichever were typed."""
    return text.translate(SIGNS)


def added_up(text: str) -> int | None:
    """What a sum comes to; None for what is no sum."""
    together = re.sub(r"\s*([+-])\s*", r"\1", plain(text).strip())
    if not SUM.fullmatch(together):
        return None
    return sum(map(int, re.findall(r"[+-]?\d+", together)))
