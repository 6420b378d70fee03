"""Reads font files: the families, the weight, the signs and how wide they are.

Only the first font of a collection is read, because all of them have the same signs. A damaged
file, or one of an unknown format, raises `Unreadable`.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

COLLECTION = b"ttcf"
MOST_FONTS, MOST_TABLES = 64, 256
BOLD_FROM = 600
FAMILY, WHOLE_FAMILY = 1, 16  # ids of names; the second one has no weight in it
ENGLISH = 0x409
UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))  # platform and encoding, the best first


class Unreadable(Exception):
    """The file is not a font, or of a kind that is not known here."""


DAMAGES = Unreadable, struct.error, ValueError, LookupError, TypeError, ArithmeticError


class Run(NamedTuple):
    """Signs that follow each other and have glyphs that do so, too."""

    first: int
    last: int
    glyph: int


class Runs(NamedTuple):
    """All runs of a font, in arrays: there can be 15,000."""

    firsts: array[int]
    lasts: array[int]
    glyphs: array[int]

    @classmethod
    def of(cls, runs: Iterable[Run]) -> Runs:
        return cls(*(array("L", column) for column in zip(*sorted(runs), strict=True)))

    def glyph(self, code: int) -> int:
        place = bisect_right(self.firsts, code) - 1
        if place < 0 or code > self.lasts[place]:
            return 0
        return self.glyphs[place] + code - self.firsts[place]


@dataclass(frozen=True, eq=False)
class FontFile:
    path: Path

    @cached_property
    def offsets(self) -> list[int]:
        """Where the fonts of the file begin: one, or all of a collection."""
        start = self.read(0, 12)
        if start[:4] != COLLECTION:
            return [0]
        (count,) = struct.unpack(">I", start[8:12])
        count = min(count, MOST_FONTS)
        return list(struct.unpack(f">{count}I", self.read(12, 4 * count)))

    def tables(self, offset: int) -> dict[bytes, tuple[int, int]]:
        """The place and the length of each table of the font that begins here."""
        count = min(struct.unpack(">H", self.read(offset + 4, 2))[0], MOST_TABLES)
        records = struct.iter_unpack(">4sIII", self.read(offset + 12, 16 * count))
        return {tag: (place, length) for tag, _sum, place, length in records}

    def table(self, tag: bytes, offset: int | None = None) -> bytes:
        tables = self.tables(self.offsets[0] if offset is None else offset)
        if tag not in tables:
            raise Unreadable(self.path)
        return self.read(*tables[tag])

    def read(self, place: int, length: int) -> bytes:
        try:
            with self.path.open("rb") as file:
                file.seek(place)
                data = file.read(length)
        except (OSError, ValueError) as error:
            raise Unreadable(self.path) from error
        if len(data) < length:  # the file ends too early
            raise Unreadable(self.path)
        return data

    @cached_property
    def families(self) -> list[str]:
        """The name of each font in the file, such as "Noto Sans CJK JP"."""
        return [family_of(self.table(b"name", offset)) for offset in self.offsets]

    @cached_property
    def is_bold(self) -> bool:
        (weight,) = struct.unpack(">H", self.table(b"OS/2")[4:6])
        return bool(weight >= BOLD_FROM)

    @cached_property
    def runs(self) -> Runs:
        """All signs of the font, in order."""
        return Runs.of(runs_of(self.table(b"cmap")))

    @cached_property
    def widths(self) -> array[int]:
        """The width of each glyph, in thousandths of the letters' size. All later ones are as wide
        as the last.
        """
        (units,) = struct.unpack(">H", self.table(b"head")[18:20])
        (count,) = struct.unpack(">H", self.table(b"hhea")[34:36])
        values = struct.unpack(f">{2 * count}H", self.table(b"hmtx")[: 4 * count])
        return array("H", [width * 1000 // units for width in values[::2]])

    @cached_property
    def is_usable(self) -> bool:
        """Return whether everything that is asked of a font can be read."""
        try:
            parts = self.families[0], self.runs.firsts, self.widths, (self.is_bold,)
            return all(parts)
        except DAMAGES:
            return False

    def glyph(self, sign: str) -> int:
        """Return the number of the sign's glyph; 0 if it has none."""
        return self.runs.glyph(ord(sign)) if self.is_usable else 0

    def has(self, sign: str) -> bool:
        return self.glyph(sign) > 0

    def width(self, sign: str) -> float:
        """The width of a sign that the font has, if its letters were of size 1."""
        return self.widths[min(self.glyph(sign), len(self.widths) - 1)] / 1000


def family_of(names: bytes) -> str:
    """Return the name of the family, in English if there is one."""
    count, texts = struct.unpack(">HH", names[2:6])
    names_by_kind: dict[tuple[int, bool], str] = {}
    for record in struct.iter_unpack(">6H", names[6 : 6 + 12 * count]):
        platform, _encoding, language, kind, length, place = record
        if platform == 3 and kind in (FAMILY, WHOLE_FAMILY):
            text = names[texts + place : texts + place + length].decode("utf-16-be", "replace")
            names_by_kind.setdefault((kind, language == ENGLISH), text)
    return names_by_kind[max(names_by_kind)] if names_by_kind else ""


def runs_of(cmap: bytes) -> Iterator[Run]:
    """Read the best table that maps signs to glyphs."""
    (count,) = struct.unpack(">H", cmap[2:4])
    records = struct.iter_unpack(">HHI", cmap[4 : 4 + 8 * count])
    places = {(platform, encoding): place for platform, encoding, place in records}
    for key in UNICODE:
        if key in places:
            table = cmap[places[key] :]
            (kind,) = struct.unpack(">H", table[:2])
            if kind in READERS:
                yield from READERS[kind](table)
                return


def read_groups(table: bytes) -> Iterator[Run]:
    """Format 12: runs of signs."""
    (count,) = struct.unpack(">I", table[12:16])
    for group in struct.iter_unpack(">III", table[16 : 16 + 12 * count]):
        yield Run(*group)


def read_segments(table: bytes) -> Iterator[Run]:
    """Format 4: runs of signs up to U+FFFF, whose glyphs may be listed one by one."""
    (double,) = struct.unpack(">H", table[6:8])
    columns = [struct.unpack(f">{double // 2}H", table[14 : 14 + double])]
    rest = table[16 + double :]
    columns += [
        struct.unpack(f">{double // 2}H", rest[n * double : (n + 1) * double]) for n in range(3)
    ]
    for number, (last, first, delta, step) in enumerate(zip(*columns, strict=True)):
        if first == 0xFFFF:
            continue
        if not step:
            yield from split_run(first, last, delta)
            continue
        place = 2 * double + 2 * number + step
        size = 2 * (last - first + 1)
        glyphs = struct.unpack(f">{size // 2}H", rest[place : place + size])
        for code, glyph in enumerate(glyphs, first):
            if glyph:
                yield Run(code, code, (glyph + delta) % 65536)


def split_run(first: int, last: int, delta: int) -> Iterator[Run]:
    """A run whose glyphs follow each other, split where their numbers start again from 0."""
    start = (first + delta) % 65536
    before_zero = min(last, first + 65535 - start)
    yield Run(first, before_zero, start)
    if before_zero < last:
        yield Run(before_zero + 1, last, 0)


READERS = {4: read_segments, 12: read_groups}
