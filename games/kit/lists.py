"""Lists and labels in the reader's language, for forms and pages. Rules return Texts instead."""

from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

from django.utils.translation import get_language, pgettext

CAPITAL_NOUNS = "de"
"""The language whose nouns keep their capital within a sentence."""

HIRAGANA = {katakana: katakana - 0x60 for katakana in range(ord("ァ"), ord("ヶ") + 1)}
"""The hiragana of the same sound for each katakana."""


def join_names(names: Sequence[str]) -> str:
    """Return "Ana, Ben and Cho"."""
    # Translators: the end of a list, such as "Ana, Ben and Cho"; `first` is "Ana, Ben".
    return _join(names, pgettext("list", "%(first)s and %(last)s"))


def join_choices(choices: Sequence[str]) -> str:
    """Return "target, comment or end"."""
    # Translators: the end of a list of which one is to be chosen, such as "A, B or C".
    return _join(choices, pgettext("list", "%(first)s or %(last)s"))


def _join(items: Sequence[str], end: str) -> str:
    *first, last = items
    return end % {"first": list_items(first), "last": last} if first else last


def list_items(items: Iterable[str]) -> str:
    """Return "Ana, Ben, Cho", where more may follow; "" without items."""
    text, *others = [*items] or [""]
    for item in others:
        # Translators: within a list; `first` is what comes before, such as "Ana, Ben".
        text = pgettext("list", "%(first)s, %(next)s") % {"first": text, "next": item}
    return text


def sort_names(names: Iterable[str]) -> list[str]:
    return sorted(names, key=name_key)


def name_key(name: str) -> tuple[bool, str, str]:
    """Case, accents and the kind of kana do not count. In Korean, 한글 comes before Latin."""
    plain = "".join(letter for letter in normalize("NFKD", name) if category(letter) != "Mn")
    text = normalize("NFC", plain.casefold()).translate(HIRAGANA)
    is_later = is_language("ko") and not "가" <= text[:1] <= "힣"
    return is_later, text, name


def label_within(label: str) -> str:
    """Return a label as it looks within a sentence: "Bids" is "bids" there, but not in German."""
    return label if is_language(CAPITAL_NOUNS) else label.lower()


def is_language(code: str) -> bool:
    return (get_language() or "").partition("-")[0] == code
