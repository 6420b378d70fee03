"""How a player's points came about: 2 × 20 + 25 trap + 25 idle hunter."""

from collections.abc import Sequence
from typing import NamedTuple

from games.contract import Line, Result
from scorekeeper.tables.table import Table


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
        PlayerBreakdown(seat, name, sum_of(table, result.lines[seat]), points)
        for seat, name, points in gains(table, result)
    ]


def gains(table: Table, result: Result) -> list[tuple[int, str, int]]:
    """(seat, name, points) of each seat that had a part, in seat order."""
    seats = enumerate(zip(table.names, result.points, strict=True))
    return [(seat, name, points) for seat, (name, points) in seats if table.had_part(result, seat)]


def closing(table: Table) -> list[PlayerBreakdown]:
    """What the end of the game brought, for those who got something."""
    rows = enumerate(
        zip(table.names, table.board.final_lines, strict=True) if table.board.final_lines else ()
    )
    parts = [(seat, name, lines) for seat, (name, lines) in rows if lines]
    return [
        PlayerBreakdown(seat, name, sum_of(table, lines), sum(line.points for line in lines))
        for seat, name, lines in parts
    ]


def sum_of(table: Table, lines: Sequence[Line]) -> str | None:
    """The lines with points and their signs, then those without points."""
    if not lines:
        return None
    telling = [line for line in lines if line.text.message]
    terms = [
        ("− " if line.points < 0 else "+ ") + table.say(line.text)
        for line in telling
        if line.points
    ]
    unpaid = [f"({table.say(line.text)})" for line in telling if not line.points]
    return " ".join([*terms, *unpaid]).removeprefix("+ ")
