"""The picture of a result as SVG: where everything goes, in pixels.

Names may be long, and SVG neither wraps nor shrinks a text, so each is measured with its font.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.template.loader import render_to_string

from games import registry
from scorekeeper.models.marks import colour_of
from scorekeeper.pages.game.chart import SHAPE_OF_MARK
from scorekeeper.pictures.content import Content, Row, initial
from scorekeeper.pictures.fonts import Fonts, family
from scorekeeper.site.bundles import GAME, bundle_text, bundles
from scorekeeper.site.template_loader import icon_template

# Of the light theme, as in static/css/tokens.css.
PLAYERS = ("#164d85", "#8e2821", "#936305", "#511d4c", "#247876", "#232011")
GRAPHITE = "#4a4842"
ACCENT = re.compile(r"--accent:\s*var\(--day,\s*(#[0-9a-f]{6})\)")
SMALLEST = 0.5  # of its size, before a text is cut
LOW = 56  # in lower rows letters take more of the height
TALLEST = 112  # what is higher is only further apart


class Size(NamedTuple):
    """A size of picture: `rows` fit in one column, each at most `tallest`; `head` ends the head.

    `below`: whether the day has a line of its own. `verdicts`: the size of the verdict's letters,
    and how many lines of them fit, the best first.
    """

    width: int
    height: int
    margin: int
    rows: int
    tallest: int
    head: int
    title: int
    below: bool
    verdicts: tuple[tuple[int, int], ...]

    @property
    def inner(self) -> int:
        return self.width - 2 * self.margin


SIZES = {
    "wide": Size(1200, 630, 56, 5, 96, 236, 38, False, ((72, 1), (60, 1), (46, 2), (38, 2))),
    "tall": Size(1080, 1350, 64, 10, 160, 420, 52, True, ((92, 1), (76, 2), (64, 2), (50, 3))),
}


class Text(NamedTuple):
    x: float
    y: float
    size: float
    text: str


class Band(NamedTuple):
    """The tint behind a row that stands out."""

    x: float
    y: float
    width: float
    height: float


class RowDrawing(NamedTuple):
    band: Band
    first: bool
    token: Token | None
    texts: tuple[Text, ...]
    details: tuple[Text, ...]
    figures: tuple[Text, ...]
    units: tuple[Text, ...]


class Token(NamedTuple):
    x: float
    y: float
    scale: float
    shape: str
    colour: str
    initial: str
    size: float

    @property
    def letter_y(self) -> float:
        return self.y + self.size * 0.36


@dataclass(frozen=True)
class Drawing:
    content: Content
    size: Size
    fonts: Fonts
    language: str

    def render(self) -> str:
        game = registry.games().get(self.content.game)
        context = {
            "drawing": self,
            "size": self.size,
            "strong": family(self.fonts.strong, self.language),
            "plain": family(self.fonts.plain, self.language),
            "icon": icon_template(game) if game else "",
            "accent": accent_of(self.content.game),
        }
        return render_to_string("pictures/picture.svg", context)

    @property
    def title(self) -> Text:
        """It leaves room for the day, and for the game's icon before it."""
        room = self.size.width - self.size.margin - self.title_x
        if not self.size.below:
            room -= self.day_width + self.size.title
        text, letters = self.fit(self.content.title, self.size.title, room)
        return Text(self.title_x, self.title_y, letters, text)

    @property
    def title_x(self) -> float:
        return self.size.margin + (self.icon_size * 1.2 if self.content.game else 0)

    @property
    def icon_size(self) -> float:
        return self.size.title * (2.2 if self.size.below else 1.6)

    @property
    def icon_y(self) -> float:
        return self.title_y - self.size.title * (0.95 if self.size.below else 1.15)

    @property
    def title_y(self) -> float:
        return self.size.margin + self.size.title

    @property
    def day(self) -> Text:
        if self.size.below:
            return Text(self.title_x, self.head_top, self.day_size, self.content.day)
        right = self.size.width - self.size.margin
        return Text(right - self.day_width, self.title_y, self.day_size, self.content.day)

    @property
    def head_top(self) -> float:
        """The lowest line above the verdict."""
        return self.title_y + (self.size.title * 1.2 if self.size.below else 0)

    @property
    def day_size(self) -> float:
        return round(self.size.title * 0.74)

    @property
    def day_width(self) -> float:
        return self.fonts.width(self.content.day, self.day_size, strong=False)

    @property
    def verdict(self) -> list[Text]:
        """One line in large letters, or several in smaller ones."""
        letters, lines = self.wrap_verdict()
        step = letters * 1.16
        room = self.size.head - self.head_top
        last = self.head_top + (room + (len(lines) - 1) * step + letters * 0.62) / 2
        first = last - (len(lines) - 1) * step
        return [
            Text(self.size.margin, round(first + number * step), letters, line)
            for number, line in enumerate(lines)
        ]

    def wrap_verdict(self) -> tuple[float, list[str]]:
        for letters, most in self.size.verdicts:
            lines = self.wrap(self.content.verdict, letters, self.size.inner)
            if len(lines) <= most:
                break
        else:
            rest = "".join(lines[most - 1 :]).strip()
            lines[most - 1 :] = [self.fit(rest, letters, self.size.inner, 1)[0]]
        return letters, [line.strip() for line in lines]

    def wrap(self, text: str, letters: float, room: float) -> list[str]:
        """Break a text into lines, between words or, where there are none, between letters. A line
        begins with the space before its first word.
        """
        lines = [""]
        for word in re.findall(r"\s*\S+", text):
            if self.fonts.width((lines[-1] + word).strip(), letters) <= room:
                lines[-1] += word
                continue
            lines.append("")
            for sign in word:
                if self.fonts.width((lines[-1] + sign).lstrip(), letters) > room:
                    lines.append("")
                lines[-1] += sign
        return [line for line in lines if line.strip()]

    def fit(
        self, text: str, letters: float, room: float, least: float = SMALLEST, strong: bool = True
    ) -> tuple[str, float]:
        """Return the text and the size of its letters so that it fits: smaller, or even cut."""
        width = self.fonts.width(text, 1, strong)
        if width * letters <= room:
            return text, letters
        smaller = max(room / width, letters * least)
        if width * smaller <= room * 1.001:
            return text, smaller
        while text and self.fonts.width(text + "…", smaller, strong) > room:
            text = text[:-1].rstrip()
        return text + "…", smaller

    @cached_property
    def visible_rows(self) -> Sequence[Row]:
        """All rows, or as many of two lines as can be read: the first ones matter most."""
        rows = self.content.rows
        return rows[: 2 * self.size.rows] if any(row.detail for row in rows) else rows

    @cached_property
    def columns(self) -> int:
        return 1 if len(self.visible_rows) <= self.size.rows else 2

    @cached_property
    def rows(self) -> list[RowDrawing]:
        return list(self.place_rows(self.visible_rows))

    def place_rows(self, rows: Sequence[Row]) -> Iterator[RowDrawing]:
        """Fill one column after the other, down to the margin."""
        size, columns = self.size, self.columns
        a_column = -(-len(rows) // columns)
        gap = size.margin if columns > 1 else 0
        width = (size.inner - gap) / columns
        room = size.height - size.head - size.margin * 1.1
        height = min(size.tallest, room / max(a_column, 1))
        for number, row in enumerate(rows):
            column, place = divmod(number, a_column)
            x = size.margin + column * (width + gap)
            top = size.head + size.margin * 0.4 + place * height
            yield self.draw_row(row, x, top, width, height)

    def draw_row(self, row: Row, x: float, top: float, width: float, height: float) -> RowDrawing:
        middle, right, em = top + height / 2, x + width, min(height, TALLEST)
        figure_size = em * (0.42 if row.unit else 0.58 if height > LOW else 0.66)
        figure, figure_size = self.fit(row.figure, figure_size, width * 0.36)
        unit, unit_size = self.fit(row.unit, em * 0.22, width * 0.42, strong=False)
        figure_width = max(
            self.fonts.width(figure, figure_size), self.fonts.width(unit, unit_size, strong=False)
        )
        figure_y = middle + (em * 0.05 if unit else figure_size * 0.36)
        token = self.draw_token(row, x + self.rank_width(em) + em * 0.34, middle, em * 0.34)
        left = x + self.rank_width(em) + (em * 0.88 if self.has_marks else 0)
        room = right - left - figure_width - em * 0.3
        rank = (Text(x, middle + em * 0.12, em * 0.32, row.rank),) if row.rank else ()
        return RowDrawing(
            Band(x - 14, top + height * 0.06, width + 28, height * 0.88),
            row.first,
            token,
            tuple(self.place_text(row, left, middle, height, room)),
            rank + tuple(self.place_detail(row, left, middle, em, room)),
            (Text(right, figure_y, figure_size, figure),),
            (Text(right, middle + em * 0.33, unit_size, unit),) if unit else (),
        )

    def rank_width(self, em: float) -> float:
        if not any(row.rank for row in self.content.rows):
            return 0
        return em * (0.42 if len(self.content.rows) < 10 else 0.56)

    @property
    def has_marks(self) -> bool:
        return any(row.mark is not None for row in self.content.rows)

    def place_text(
        self, row: Row, x: float, middle: float, height: float, room: float
    ) -> Iterator[Text]:
        """The name; a long one takes two lines where the row is high enough."""
        em = min(height, TALLEST)
        letters = em * (0.34 if row.detail else 0.44 if height > LOW else 0.54)
        text, smaller = self.fit(row.text, letters, room)
        if row.detail:
            yield Text(x, middle + em * 0.26, smaller, text)
        elif height < TALLEST or smaller > 0.8 * letters:
            yield Text(x, middle + smaller * 0.35, smaller, text)
        else:
            yield from self.place_lines(row.text, x, middle, letters * 0.8, room)

    def place_lines(
        self, text: str, x: float, middle: float, letters: float, room: float
    ) -> Iterator[Text]:
        first, *rest = self.wrap(text, letters, room)
        second, smaller = self.fit("".join(rest).strip(), letters, room)
        yield Text(x, middle - letters * 0.2, letters, first)
        yield Text(x, middle + letters * 0.95, smaller, second)

    def place_detail(
        self, row: Row, x: float, middle: float, em: float, room: float
    ) -> Iterator[Text]:
        if row.detail:
            text, letters = self.fit(row.detail, em * 0.22, room, strong=False)
            yield Text(x, middle - em * 0.14, letters, text)

    def draw_token(self, row: Row, x: float, y: float, radius: float) -> Token | None:
        if row.mark is None:
            return None
        return Token(
            x,
            y,
            radius / 4.4,
            SHAPE_OF_MARK[row.mark],
            PLAYERS[colour_of(row.mark)],
            initial(row.text),
            radius,
        )


def accent_of(slug: str) -> str:
    """The accent of the game's own style sheet by day; graphite if it has none."""
    name = f"{GAME}{slug}.css"
    accent = ACCENT.search(bundle_text(name)) if name in bundles() else None
    return accent[1] if accent else GRAPHITE
