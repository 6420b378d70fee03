"""The content of a picture, whatever it is about: a game, an evening or a year."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.formats import INITIAL

MOST_ROWS = 20
WORD = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
WITHIN_NAMES = "[ '’\"“”\\-\u200c\u200d]*"
FROM_THE_RIGHT = re.compile(f"{WORD}(?:{WITHIN_NAMES}{WORD})*")
"""Names that are read from right to left: Hebrew, Arabic, and others of their blocks."""


class Row(NamedTuple):
    """`text` stands on the left, `figure` with its `unit` on the right, `detail` over the text.

    `mark`: that of the player, if it is about one. `first`: whether the row stands out.
    """

    text: str
    figure: str
    mark: int | None = None
    rank: str = ""
    detail: str = ""
    unit: str = ""
    first: bool = False


class Content(NamedTuple):
    """`game`: the slug of the game whose picture and colour it has, or "".

    `text` says the same to paste, `file` is the name to save the picture under.
    """

    title: str
    day: str
    verdict: str
    rows: tuple[Row, ...]
    text: str
    file: str
    game: str = ""

    def change_texts(self, change: Callable[[str], str]) -> Content:
        """Return the content with all texts that people wrote changed."""
        rows = [row._replace(text=change(row.text), detail=change(row.detail)) for row in self.rows]
        title, verdict = change(self.title), change(self.verdict)
        return self._replace(title=title, verdict=verdict, rows=tuple(rows))

    @property
    def to_paste(self) -> str:
        """The text, with names from right to left set apart: points after them stay after them."""
        return FROM_THE_RIGHT.sub("\u2068\\g<0>\u2069", self.text)

    @property
    def signs(self) -> str:
        """Everything that is drawn. The capital of an initial may be another sign."""
        rows = "".join(
            f"{initial(row.text)}{row.text}{row.figure}{row.detail}{row.unit}" for row in self.rows
        )
        return f"{self.title}{self.day}{self.verdict}{rows}…"


def initial(name: str) -> str:
    """Return the letter on a player's token."""
    return str(INITIAL.findall(name)[0]).upper()
