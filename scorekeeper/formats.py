"""Days, times and numbers as each language writes them, and how wide words are.

Formats are messages of each language's catalogue.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from math import floor

from django.utils.dateformat import format as format_as
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

# Translators: letters as in Django's filter “date”. l is the weekday, D a short one, j the day,
# F the month, M a short one, n its number, Y the year, H:i the time.
FORMATS = {
    "day": pgettext_lazy("format of a date", "j M Y"),
    "day of year": pgettext_lazy("format of a date", "j M"),
    "time": pgettext_lazy("format of a date", "H:i"),
    "day and time": pgettext_lazy("format of a date", "j M H:i"),
    "month": pgettext_lazy("format of a date", "F Y"),
    "short month": pgettext_lazy("format of a date", "M Y"),
    "weekday": pgettext_lazy("format of a date", "D j M Y"),
    "whole day": pgettext_lazy("format of a date", "l j F Y"),
    "whole day of year": pgettext_lazy("format of a date", "l j F"),
}

WORD_ENDS = re.compile(r"[\s\u200b-]+|(?<=[・、ぁ-ん])(?=[^ぁ-ん])")
"""The places where a line can end. In Japanese, hiragana mostly end a phrase."""

INITIAL = re.compile(r"\A(?:[\U0001f1e6-\U0001f1ff]{2}|.?)", re.DOTALL)
"""The part of a name that a token shows: its first letter, or a flag, which has two signs."""


def format_day(day: date, name: str) -> str:
    """Format a day, or a time in the local time zone."""
    return format_as(day, str(FORMATS[name]))


def span(first: object, last: object) -> str:
    """Say from what to what: 3 May – 2 June."""
    return _("%(first)s – %(last)s") % {"first": first, "last": last}


def labels(what: object, value: object) -> str:
    """Put a label before a value: Toads: 2."""
    return _("%(what)s: %(value)s") % {"what": what, "value": value}


def grouped(number: int) -> str:
    """Format a number with thousands separators, from five digits on, like points: 1118, 10,000."""
    return number_format(number, force_grouping=abs(number) >= 10_000)


def in_games(number: int) -> str:
    return ngettext("%(n)s game", "%(n)s games", number) % {"n": number}


def without_breaks(text: str) -> str:
    """Remove what tells a browser where a line may end: other programs may show it."""
    return text.replace("\u200b", "").replace("\u00ad", "")


def round_half_up(number: float, decimals: int = 0) -> float:
    """Round as people do: 218.5 is 219. Python rounds halves to the even number."""
    step = Decimal(1).scaleb(-decimals)
    return float(Decimal(str(number)).quantize(step, ROUND_HALF_UP)) + 0  # never -0


def whole_minutes(duration: timedelta) -> int:
    """Round to minutes; half a minute counts as one. The result is never negative, even if a clock
    was set back.
    """
    return max(floor(duration / timedelta(minutes=1) + 0.5), 0)


def letters_wide(text: str) -> int:
    """The length of a text; a wide character counts twice."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def shorten(name: str, room: int) -> str:
    """A name cut to `room` letters; CSS cannot do that in SVG. Some letters are a third wider."""
    thirds = 0
    for place, sign in enumerate(name):
        thirds += 3 * letters_wide(sign) + (sign.isupper() or sign in "mw")
        if thirds >= 3 * (room + 1):
            return name[:place].rstrip() + "…"
    return name


def short_names(names: Sequence[str], room: int) -> list[str]:
    """The names cut to `room` letters. Names that would look the same show where they differ."""
    cut = [shorten(name, room) for name in names]
    alike = [[name for name, its in zip(names, cut, strict=True) if its == short] for short in cut]
    return [
        shorten_middle(name, common_start(others), room) if len(others) > 1 else short
        for name, short, others in zip(names, cut, alike, strict=True)
    ]


def common_start(names: Sequence[str]) -> int:
    """Return the number of letters that the names have in common at the start."""
    letters = [len(set(letters)) == 1 for letters in zip(*names, strict=False)]
    return [*letters, False].index(False)


def shorten_middle(name: str, same: int, room: int) -> str:
    """Return its start and what follows the shared letters, or its end if little follows."""
    half = room // 2
    return (
        shorten(name, half - 1).rstrip("…")
        + "…"
        + shorten(name[min(same, len(name) - half) :], half)
    )


def word_size(text: str) -> str:
    """A class for a name with a long word, so that it can be smaller rather than cut off."""
    if len(text) < 10 and text.isascii():
        return ""
    longest = max(map(letters_wide, WORD_ENDS.split(text)))
    return "longest-word" if longest > 20 else "longer-word" if longest > 9 else ""


def line_size(text: str) -> str:
    """A class for a name that has one line. Capitals are a third wider than other letters."""
    letters = letters_wide(text) + sum(map(str.isupper, text)) // 3
    return "longest-word" if letters > 17 else "longer-word" if letters > 11 else ""
