"""Lists and labels in the reader's language, for forms and pages. Rules return Texts instead."""

from collections.abc import Iterable, Sequence

from django.utils.translation import get_language, pgettext

CAPITAL_NOUNS = "de"
"""The language whose nouns keep their capital within a sentence."""


def join_names(names: Sequence[str]) -> str:
    """Return "Ana, Ben and Cho"."""
    *first, last = names
    if not first:
        return last
    # Translators: the end of a list, such as "Ana, Ben and Cho"; `first` is "Ana, Ben".
    text = pgettext("list", "%(first)s and %(last)s")
    return text % {"first": list_items(first), "last": last}


def join_choices(choices: Sequence[str]) -> str:
    """Return "target, comment or end"."""
    *first, last = choices
    if not first:
        return last
    # Translators: the end of a list of which one is to be chosen, such as "A, B or C".
    text = pgettext("list", "%(first)s or %(last)s")
    return text % {"first": list_items(first), "last": last}


def list_items(items: Iterable[str]) -> str:
    """Return "Ana, Ben, Cho", where more may follow; "" without items."""
    text, *others = [*items] or [""]
    for item in others:
        # Translators: within a list; `first` is what comes before, such as "Ana, Ben".
        text = pgettext("list", "%(first)s, %(next)s") % {"first": text, "next": item}
    return text


def sort_names(names: Iterable[str]) -> list[str]:
    return sorted(names, key=name_key)


def name_key(name: str) -> str:
    return name.casefold()


def label_within(label: str) -> str:
    """Return a label as it looks within a sentence: "Bids" is "bids" there, but not in German."""
    return label if (get_language() or "").startswith(CAPITAL_NOUNS) else label.lower()
