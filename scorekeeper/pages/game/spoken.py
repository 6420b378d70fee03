"""Texts as a voice reads them rightly: names without emoji, and a minus as a word."""

import re
from collections.abc import Sequence
from unicodedata import category

from django.utils.translation import gettext as _

MINUS = re.compile(r"[−-](?=\d)")
DOT = re.compile(r"\s*·\s*")
PARTS_OF_EMOJI = range(0x1F3FB, 0x1F400)  # tones of skin
SILENT = {"So", "Cf", "Co", "Cs", "Me"}
"""Categories of characters that a voice would name or stumble over: pictures and joiners."""


def to_speech(text: str) -> str:
    """Return a sentence without emoji, with "minus" before negative numbers."""
    plain = re.sub(r"(?<=\d)\u202f(?=\d)", "", text)
    # Translators: spoken before a number, as in "minus 40".
    minus = _("minus %(number)s") % {"number": ""}
    return without_emoji(MINUS.sub(minus, DOT.sub(", ", plain)))


def without_emoji(text: str) -> str:
    audible = "".join(letter for letter in text if is_audible(letter))
    return " ".join(audible.split())


def is_audible(letter: str) -> bool:
    number = ord(letter)
    is_variation = 0xFE00 <= number <= 0xFE0F
    return category(letter) not in SILENT and not is_variation and number not in PARTS_OF_EMOJI


def spoken_names(names: Sequence[str]) -> list[str]:
    """Return the names, in seat order; those that would sound alike with the player's number."""
    plain = [without_emoji(name) for name in names]
    folded_names = [name.casefold() for name in plain]
    return [
        name if name and folded_names.count(name.casefold()) == 1 else with_number(name, seat + 1)
        for seat, name in enumerate(plain)
    ]


def with_number(name: str, number: int) -> str:
    if not name:
        # Translators: for a player whose name has no letters, only emoji.
        return _("Player %(number)s") % {"number": number}
    # Translators: spoken, where two players have the same name, such as "Ana, number 2".
    return _("%(name)s, number %(number)s") % {"name": name, "number": number}
