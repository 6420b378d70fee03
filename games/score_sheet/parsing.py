"""Reads rows as people type them in one line: "Military, Coins ÷ 3, Defeats −1"."""

import re
from typing import NamedTuple

from games.kit.names import normalize_name
from games.kit.sums import normalize_signs

SEPARATOR = re.compile(r"[,;\r\n、，；]+")
WORTH = re.compile(
    r"(?P<name>.*?\S)"
    r"(?:\s*[×*]\s*(?P<times>[+-]?\d+)|\s+x\s*(?P<by>[+-]?\d+)|\s+(?P<minus>-\d+))?"
    r"(?:\s*[÷/]\s*(?P<negative>-)?(?P<divide>\d+))?"
)
NUMBER = r"[+-]?\d+"
# As Row.limits writes them, up to a million.
LIMITS = re.compile(
    rf"[(（](?:≥\s*(?P<least>{NUMBER})|≤\s*(?P<most>{NUMBER})"
    rf"|(?P<from>{NUMBER})\s*…\s*(?P<to>{NUMBER}))[)）]"
)

MAX_LENGTH = 200


class TypedRow(NamedTuple):
    """A row as it was typed; what is blank is the default."""

    name: str = ""
    times: str = ""
    divide: str = ""
    least: str = ""
    most: str = ""


def split_rows(text: str) -> list[str]:
    """Split at commas and line breaks."""
    parts = (part.strip() for part in SEPARATOR.split(text))
    return [part for part in parts if part]


def parse_row(text: str) -> TypedRow:
    """Read a name, and what a count is worth, and its limits, if they follow: "Coins ÷ 3 (≥ 0)"."""
    name = normalize_name(text)
    if len(name) > MAX_LENGTH:
        return TypedRow(name)
    plain, least, most = without_limits(normalize_signs(name))
    match = WORTH.fullmatch(plain)
    if not match:
        return TypedRow(name)
    times = match["times"] or match["by"] or match["minus"] or ""
    if match["negative"]:  # "÷ −2" is "× −1 ÷ 2"
        times = times[1:] if times.startswith("-") else f"-{times.lstrip('+') or 1}"
    # Signs in the name stay as they were typed.
    numbers = (number.replace("-", "−") for number in (times, match["divide"] or "", least, most))
    return TypedRow(name[: match.end("name")], *numbers)


def without_limits(plain: str) -> tuple[str, str, str]:
    """Return the text before its limits, and the least and the most; "" for each that is none."""
    limits = LIMITS.fullmatch(plain, max(plain.rfind("("), plain.rfind("（"), 0))
    if not (limits and limits.start()):
        return plain, "", ""
    least, most = limits["least"] or limits["from"], limits["most"] or limits["to"]
    return plain[: limits.start()].rstrip(), least or "", most or ""
