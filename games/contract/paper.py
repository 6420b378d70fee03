"""The blank score sheet of a game, for a table without a phone."""

from collections.abc import Sequence
from typing import NamedTuple

from games.contract.texts import Text, format_ungrouped


class PaperRow(NamedTuple):
    """A row of a blank score sheet: its label, and a hint such as what it is worth.

    A row to write a label in has none. A `strong` row is a sum of those above it.
    """

    label: Text | None
    hint: Text | None = None
    strong: bool = False


class Paper(NamedTuple):
    """A blank score sheet: rows down, players across.

    - `rows`: from the top to the bottom.
    - `parts`: the columns of each player, such as bid, tricks and total; without any, it is one.
    - `asides`: columns before those of the players, for what is noted once a row.
    """

    rows: Sequence[PaperRow]
    parts: Sequence[Text] = ()
    asides: Sequence[Text] = ()


def numbered_rows(count: int) -> list[PaperRow]:
    """Return a row for each round or turn."""
    return [PaperRow(Text(format_ungrouped(number))) for number in range(1, count + 1)]
