"""The table of results."""

from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    got: str
    aim: str = ""


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def p50_and_p99(seconds: Sequence[float]) -> str:
    """In milliseconds."""
    return " / ".join(f"{percentile(seconds, percent) * 1000:.1f}" for percent in (50, 99)) + " ms"


def table(figures: Sequence[Figure]) -> str:
    """A Markdown table with aligned columns."""
    rows = [Figure("what", "got", "aim"), *figures]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
