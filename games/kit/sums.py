"""Reads numbers as people type them: sums such as 12+5−3, any minus sign, digits of any script."""

import re

SIGNS = str.maketrans(dict.fromkeys("−–—‒－﹣ー", "-") | dict.fromkeys("＋﹢", "+"))
"""A Japanese keyboard types the long vowel ー for a minus."""

# Python refuses to read longer numbers. In no place can two parts take the same characters, so a
# text that is not a sum takes linear time, too. Python 3.11.2 mistakes "12+" for a sum with `*+`.
NUMBER = r"\d{1,4000}"
SIGN = r"(?:-\s*|\+\s*(?:-\s*)?)"
SUM = re.compile(rf"[+-]?\s*{NUMBER}(?:\s*{SIGN}{NUMBER})*")


def normalize_signs(text: str) -> str:
    """Replace every kind of plus and minus sign by the ASCII one."""
    return text.translate(SIGNS)


def evaluate_sum(text: str) -> int | None:
    """Return the value of a sum, or None if the text is not one."""
    expression = normalize_signs(text).strip()
    if not SUM.fullmatch(expression):
        return None
    return sum(map(int, re.findall(r"-?\d+", "".join(expression.split()))))


def is_number(text: str) -> bool:
    """Return whether this is one number, not a sum."""
    return re.fullmatch(rf"[+-]?{NUMBER}", normalize_signs(text).strip()) is not None
