"""The fonts of this machine, and which of them a picture needs.

A sign that no font has would vanish in silence, so it is looked for before anything is drawn. The
folder in `settings.PICTURE_FONTS` comes before those of the system.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from scorekeeper.pictures.font_file import FontFile

FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    *("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
)
KINDS = {".ttf", ".otf", ".ttc", ".otc"}
MOST_FILES = 400  # a sign that no font has is looked for in each

# File names, the best first: bold ones with serifs for names and numbers, plain ones for the rest.
STRONG = (
    *("NotoSerifCJK-Bold", "NotoSerif-Bold", "SourceSerif4-Bold", "LiberationSerif-Bold"),
    *("DejaVuSerif-Bold", "Georgia Bold", "georgiab", "Times New Roman Bold", "timesbd"),
)
PLAIN = (
    *("NotoSansCJK-Regular", "NotoSans-Regular", "DejaVuSans", "LiberationSans-Regular"),
    *("Arial", "arial", "Helvetica", "segoeui"),
)
EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
# What joins emoji or changes them: a joiner, a variation, a colour of skin, the box of a keycap.
JOINERS = re.compile(f"(?<=[{EMOJI}\ufe0f])\u200d|[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]")
FLAG = re.compile("[\U0001f1e6-\U0001f1ff](?=[\U0001f1e6-\U0001f1ff])")
REGIONS = {"ja": "JP", "ko": "KR", "zh": "SC"}  # the fonts of a collection draw some signs apart


class Fonts(NamedTuple):
    """The fonts to draw a picture with. `others` have the signs that the strong one lacks.

    `missing`: signs that no font has.
    """

    strong: FontFile
    plain: FontFile
    others: tuple[FontFile, ...]
    missing: tuple[str, ...]

    @property
    def files(self) -> list[FontFile]:
        """In the order in which a sign is looked for."""
        return list(dict.fromkeys((self.strong, *self.others, self.plain)))

    def width(self, text: str, size: float, strong: bool = True) -> float:
        """The width of a text, apart from kerning.

        For a sign that the first font lacks, resvg may draw all of the text with another font.
        """
        first = self.strong if strong else self.plain
        rare = [sign for sign in text if not first.has(sign)]
        others = [font for font in self.files if any(map(font.has, rare))]
        return size * max(text_width(text, (font, first, *self.files)) for font in (first, *others))


def text_width(text: str, order: Sequence[FontFile]) -> float:
    """Each sign as wide as in the first font that has it."""
    return sum(next((one.width(sign) for one in order if one.has(sign)), 0.0) for sign in text)


def fonts_for(text: str) -> Fonts | None:
    """Return the fonts to draw this text with; None if the machine has no font at all."""
    strong, plain = preferred_font(STRONG, bold=True), preferred_font(PLAIN, bold=False)
    if not (strong and plain):
        return None
    rare = sorted(sign for sign in signs_of(text) if not strong.has(sign))
    fonts = {sign: font_with(sign) for sign in rare}
    others = dict.fromkeys(font for font in fonts.values() if font)
    missing = tuple(sign for sign, font in fonts.items() if not font)
    return Fonts(strong, plain, tuple(others), missing)


def signs_of(text: str) -> set[str]:
    """The signs that show something: not spaces, and not what only changes others."""
    return {sign for sign in text if not sign.isspace() and not is_unseen(sign)}


def signs_apart(text: str) -> str:
    """Take apart emoji that are made of several, such as flags.

    resvg puts glyphs of several fonts together one by one: it draws boxes if one font has a single
    glyph where another has two.
    """
    return FLAG.sub("\\g<0> ", JOINERS.sub("", text))


def is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cf", "Cc") or "\ufe00" <= sign <= "\ufe0f"


@lru_cache(2000)
def font_with(sign: str) -> FontFile | None:
    """Return the best font that has the sign, a bold one if there is one."""
    usable = [font for font in installed_fonts() if font.is_usable]
    bold_first = sorted(usable, key=lambda font: not font.is_bold)
    return next((font for font in bold_first if font.has(sign)), None)


@cache
def preferred_font(stems: Sequence[str], bold: bool) -> FontFile | None:
    """Return a font of the own folder; else the best of these names; else any, at best as bold."""
    by_stem = {font.path.stem: font for font in reversed(installed_fonts())}
    candidates = chain(
        (font for font in installed_fonts() if is_own(font) and is_like(font, bold)),
        (by_stem[stem] for stem in stems if stem in by_stem),
        (font for font in installed_fonts() if is_like(font, bold)),
        installed_fonts(),
    )
    return next((font for font in candidates if font.has("0")), None)


def is_like(font: FontFile, bold: bool) -> bool:
    return font.is_usable and font.is_bold == bold


def is_own(font: FontFile) -> bool:
    folder = settings.PICTURE_FONTS
    return folder is not None and font.path.is_relative_to(folder)


@cache
def installed_fonts() -> list[FontFile]:
    """All font files of this machine: ours, then the best known. Each is read when it is asked."""
    places = {stem: place for place, stem in enumerate((*STRONG, *PLAIN))}
    own = files_in([settings.PICTURE_FONTS] if settings.PICTURE_FONTS else [])
    others = sorted(files_in(system_folders()), key=lambda path: places.get(path.stem, len(places)))
    return [FontFile(path) for path in (*own, *others)[:MOST_FILES]]


def system_folders() -> list[Path]:
    windows = Path(os.environ.get("WINDIR", "")) / "Fonts"
    usual = [Path(folder).expanduser() for folder in FOLDERS]
    return [*usual, windows] if "WINDIR" in os.environ else usual


def files_in(folders: Iterable[Path]) -> list[Path]:
    """Skip folders that are not there, or closed to this user, as os.walk does."""
    trees = (tree for folder in folders for tree in os.walk(folder))
    files = (Path(parent, name) for parent, _folders, names in trees for name in names)
    return sorted(path for path in files if path.suffix.lower() in KINDS)


def family(font: FontFile, language: str) -> str:
    """Return the name to ask for: in a collection, of the font for this language."""
    ending = " " + REGIONS.get(language.partition("-")[0], "JP")
    return next((name for name in font.families if name.endswith(ending)), font.families[0])
