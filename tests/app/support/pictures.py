"""Reads PNG files without a library for pictures."""

import struct
import zlib

import pytest

from scorekeeper.pictures.fonts import fonts_for

needs_fonts = pytest.mark.skipif(
    not (fonts := fonts_for("Ana 민수 たろう")) or bool(fonts.missing),
    reason="tests of pictures skipped: no fonts; apt install fonts-noto-cjk",
)

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # by colour type: without and with transparency


def chunks(png):
    assert png.startswith(SIGNATURE)
    place = len(SIGNATURE)
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        yield kind, png[place + 8 : place + 8 + length]
        place += 12 + length


def size_of(png):
    return struct.unpack(">II", next(data for kind, data in chunks(png) if kind == b"IHDR")[:8])


def rows_of(png):
    """The bytes of each row of pixels, and how many bytes a pixel has."""
    head = next(data for kind, data in chunks(png) if kind == b"IHDR")
    width, height, depth, colour = struct.unpack(">IIBB", head[:10])
    assert depth == 8
    channels = CHANNELS[colour]
    data = zlib.decompress(b"".join(data for kind, data in chunks(png) if kind == b"IDAT"))
    step, rows, above = width * channels, [], bytes(width * channels)
    for number in range(height):
        start = number * (step + 1)
        above = unfilter(
            data[start], bytearray(data[start + 1 : start + 1 + step]), above, channels
        )
        rows.append(above)
    return rows, channels


def unfilter(kind, row, above, channels):
    for place in range(len(row)):
        left = row[place - channels] if place >= channels else 0
        corner = above[place - channels] if place >= channels else 0
        row[place] = (row[place] + predicted(kind, left, above[place], corner)) % 256
    return bytes(row)


def predicted(kind, left, up, corner):
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda one: abs(guess - one))
    return (0, left, up, (left + up) // 2)[kind]


def cut_out(svg, x, y, width, height):
    """The drawing with nothing but this part."""
    head, rest = svg.split(">", 1)
    view = f'width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view}{head[head.index(" font-family") :]}>{rest}'
    )


def colours_of(png):
    """All colours of the picture, as (red, green, blue)."""
    rows, channels = rows_of(png)
    return {tuple(row[place : place + 3]) for row in rows for place in range(0, len(row), channels)}
