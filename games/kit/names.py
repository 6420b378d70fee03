"""The characters that names of people and titles of games may have."""

import re
import unicodedata

# Control characters, characters that change the writing direction, and halves of characters.
DIRECTION = r"\u202a-\u202e\u2066-\u2069"
UNPRINTABLE = rf"[\x00-\x1f\x7f-\x9f{DIRECTION}\ud800-\udfff]"
# A text of several lines may have tabs and line breaks in addition.
UNPRINTABLE_IN_TEXT = rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{DIRECTION}\ud800-\udfff]"

JOINERS = "\u200c\u200d"
# Letters and marks that show nothing, besides what Unicode calls format characters.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
# Scripts that need joiners, and emoji, have code points from here on.
FIRST_JOINED = "\u0600"
# Composing takes quadratic time. The longest names, of 80 letters, are composed of up to 240.
LONGEST = 400
MAX_TITLE_LENGTH = 80


def is_printable(name: str) -> bool:
    return not re.search(UNPRINTABLE, name)


def normalize_name(name: str) -> str:
    """Compose characters, make spaces single, and remove what is invisible.

    Unprintable characters stay, so that a form can refuse it. A text that is too long for any name
    stays as it is, for the same reason.
    """
    if len(name) > LONGEST:
        return name
    text = unicodedata.normalize("NFC", name)
    visible = (letter for place, letter in enumerate(text) if _is_visible(text, place))
    return " ".join("".join(visible).split())


def _is_visible(text: str, place: int) -> bool:
    """Return whether this character shows, or joins the two that it is between."""
    letter = text[place]
    if letter in JOINERS:
        between = text[place - 1 : place] + text[place + 1 : place + 2]
        return len(between) == 2 and all(map(_can_be_joined, between))
    if re.match(f"[{DIRECTION}]", letter):
        return True
    return unicodedata.category(letter) != "Cf" and not INVISIBLE.match(letter)


def _can_be_joined(letter: str) -> bool:
    return letter >= FIRST_JOINED and unicodedata.category(letter)[0] in "LMS"
