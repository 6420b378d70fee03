"""Turns a drawing into a PNG. That takes 50 to 70 milliseconds, so each is kept for a while.

One picture is drawn at a time: the others wait, so pictures never take more than one processor.
"""

from __future__ import annotations

from hashlib import blake2b
from threading import Lock

import resvg_py
from django.conf import settings

from scorekeeper.pages.game.fragments import FragmentCache
from scorekeeper.pictures.content import Content
from scorekeeper.pictures.drawing import SIZES, Drawing
from scorekeeper.pictures.fonts import Fonts, fonts_for, signs_apart

MOST_BYTES = 4 * 2**20

pictures: FragmentCache[bytes] = FragmentCache(MOST_BYTES)
one_at_a_time = Lock()


class NoFont(Exception):
    """Signs that no font of this machine has: all of them if `signs` is empty."""

    def __init__(self, signs: tuple[str, ...]) -> None:
        super().__init__()
        self.signs = signs


def usable_fonts(content: Content) -> Fonts:
    """Return the fonts for this content, or raise NoFont."""
    fonts = fonts_for(signs_apart(content.signs))
    if not fonts:
        raise NoFont(())
    if fonts.missing:
        raise NoFont(fonts.missing)
    return fonts


def picture_key(content: Content, size: str, language: str) -> str:
    """Changes with everything that the picture shows."""
    key = repr((settings.RELEASE, content, size, language))
    return blake2b(key.encode(), digest_size=12).hexdigest()


def draw_picture(content: Content, size: str, language: str) -> bytes:
    """Return the picture as PNG. The language chooses among fonts. Raises NoFont."""
    key = (picture_key(content, size, language),)

    def draw() -> bytes:
        fonts = usable_fonts(content)
        with one_at_a_time:
            apart = content.change_texts(signs_apart)
            return to_png(Drawing(apart, SIZES[size], fonts, language).render(), fonts)

    return pictures.get(key, draw)


def to_png(svg: str, fonts: Fonts) -> bytes:
    """Use these fonts only: reading all of the system's would take longer than drawing."""
    files = [str(font.path) for font in fonts.files]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files))
