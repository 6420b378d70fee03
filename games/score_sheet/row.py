"""A row of the sheet, and the options that list the rows."""

from dataclasses import dataclass, field
from hashlib import blake2b

from games.contract import REQUIRED, Impossible, Line, Text, format_number
from games.contract import gettext as _
from games.dataclass_codec import MAX_NUMBER
from games.kit.names import is_printable

MAX_ROWS = 40
MAX_NAME_LENGTH = 40
CELLS = "cells_"


@dataclass(frozen=True, slots=True)
class Row:
    """A row is worth the count × `times` / `divide`, rounded towards zero.

    `least` and `most` limit the count; None means no limit.
    """

    name: str
    times: int = 1
    divide: int = 1
    least: int | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > MAX_NAME_LENGTH:
            raise Impossible("rows", _("A row needs a name of at most 40 characters."))
        if not is_printable(self.name):
            raise Impossible("rows", _("A row’s name contains a character that cannot be shown."))
        if self.times == 0:
            raise Impossible("rows", _("%(row)s cannot count 0 times.", row=self.name))
        if self.divide < 1:
            raise Impossible("rows", _("%(row)s must be divided by 1 or more.", row=self.name))
        if self.least is not None and self.most is not None and self.least > self.most:
            raise Impossible("rows", _("%(row)s has a minimum above its maximum.", row=self.name))

    def points(self, count: int) -> int:
        product = count * self.times
        points = abs(product) // self.divide
        return -points if product < 0 else points

    def problem(self, count: int) -> Text | None:
        """Return why the row cannot have this count, or None."""
        if self.least is not None and count < self.least:
            return _("%(row)s must be at least %(least)s.", row=self.name, least=self.least)
        if self.most is not None and count > self.most:
            return _("%(row)s must be at most %(most)s.", row=self.name, most=self.most)
        if abs(self.points(count)) > MAX_NUMBER:
            return _("%(row)s: this number is too large.", row=self.name)
        return None

    @property
    def is_plain(self) -> bool:
        """True if each count is one point, so that the points say it all."""
        return abs(self.times) == self.divide == 1

    @property
    def worth(self) -> str:
        """The worth of a count in signs: "× 2", "÷ 3", "× −1"; "" if it is one point."""
        times = f"× {format_number(self.times)}" if self.times != 1 else ""
        divide = f"÷ {format_number(self.divide)}" if self.divide != 1 else ""
        return f"{times} {divide}".strip()

    @property
    def limits(self) -> str:
        """The least and most in signs: "0 … 12", "≥ 0", "≤ 12"; "" without limits."""
        least, most = self.least, self.most
        if least is not None and most is not None:
            return f"{format_number(least)} … {format_number(most)}"
        if least is not None:
            return f"≥ {format_number(least)}"
        return f"≤ {format_number(most)}" if most is not None else ""

    def calculation(self, count: int) -> Text:
        """Return how the points come about, without their sign: "7 × 2 ÷ 3"."""
        count, times, divide = abs(count), abs(self.times), self.divide
        if divide == 1:
            return _("%(count)s × %(times)s", count=count, times=times)
        if times == 1:
            return _("%(count)s ÷ %(divide)s", count=count, divide=divide)
        return _("%(count)s × %(times)s ÷ %(divide)s", count=count, times=times, divide=divide)

    def line(self, count: int) -> Line:
        """Return the line of an entry that fills only this row."""
        return Line(self.points(count), Text("") if self.is_plain else self.calculation(count))

    def named_line(self, count: int) -> Line:
        """Return the line of an entry that fills several rows."""
        points = self.points(count)
        text = _("%(points)s %(row)s", points=abs(points), row=self.name)
        if not self.is_plain:
            text = _("%(line)s (%(sum)s)", line=text, sum=self.calculation(count))
        return Line(points, text)


@dataclass(frozen=True, slots=True)
class Options:
    """`title`: the name of the game."""

    rows: tuple[Row, ...] = field(default=(Row("Points"),), metadata=REQUIRED)
    title: str = ""
    lowest_wins: bool = False

    def __post_init__(self) -> None:
        if not self.rows:
            raise Impossible("rows", _("A sheet needs at least one row."))
        if len(self.rows) > MAX_ROWS:
            raise Impossible("rows", _("A sheet has at most 40 rows."))
        names = [row.name for row in self.rows]
        if duplicate := next((name for name in names if names.count(name) > 1), None):
            raise Impossible("rows", _("Two rows are called %(row)s.", row=duplicate))


def cell_name(row: str) -> str:
    """Return the name of a row's input, which stays the same when rows are rearranged."""
    return CELLS + blake2b(row.encode(), digest_size=4).hexdigest()
