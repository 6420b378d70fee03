"""How a player's points came about: 2 × 20 + 25 trap + 25 idle hunter."""

import re
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from games.contract import Line, Result
from games.contract import gettext as _
from scorekeeper.tables.table import Table

CALCULATION = re.compile(r"\d+(?: [+×] \d+)*")


class PlayerBreakdown(NamedTuple):
    seat: int
    name: str
    how: str | None  # None: no lines; "": the points say it all
    points: int


def breakdown(table: Table, result: Result | None) -> list[PlayerBreakdown]:
    """One for each seat that had a part, in seat order; none for an entry that cannot count."""
    if not result:
        return []
    return [
        PlayerBreakdown(
            seat, table.names[seat], sum_of(table, result.lines[seat]), result.points[seat]
        )
        for seat in table.participants(result)
    ]


def closing(table: Table) -> list[PlayerBreakdown]:
    """Return the points for the end of the game, of the players who got any."""
    return [
        PlayerBreakdown(
            seat, table.names[seat], sum_of(table, lines), sum(line.points for line in lines)
        )
        for seat, lines in enumerate(table.board.final_lines)
        if lines
    ]


def sum_of(table: Table, lines: Sequence[Line]) -> str | None:
    """The lines with points and their signs, then those without points."""
    if not lines:
        return None
    scoring_lines = [line for line in lines if line.points]
    texts = [table.say(line.text) for line in scoring_lines]
    if len(scoring_lines) > 1:  # a single line's points are the sum
        texts = [with_points(table, *pair) for pair in zip(scoring_lines, texts, strict=True)]
    terms = [
        ("− " if line.points < 0 else "+ ") + text
        for line, text in zip(scoring_lines, texts, strict=True)
        if text
    ]
    remarks = [
        f"({table.say(line.text)})" for line in lines if line.text.message and not line.points
    ]
    return " ".join([*terms, *remarks]).removeprefix("+ ")


def with_points(table: Table, line: Line, text: str) -> str:
    """The text, with its points unless it has them: "3 tricks (30)", but "2 × 20"."""
    points = abs(line.points)
    if not text:
        return str(points)
    if points in map(calculate, CALCULATION.findall(text)):
        return text
    return table.say(_("%(line)s (%(sum)s)", line=line.text, sum=points))


def calculate(calculation: str) -> int:
    """Calculate "2 × 5 + 10"."""
    terms = [term.split(" × ") for term in calculation.split(" + ")]
    return sum(prod(map(int, factors)) for factors in terms)
