"""A language that shows mistakes: each text has brackets and accents, and is 40 % longer.

Text without brackets does not come from the catalogue, and what has no room for 40 % more has none
for German. The code en-XA is what other programs call such a language, too.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings
from django.test.utils import override_settings

from scorekeeper.management.catalogues import catalogue_files, read_catalogue

CODE, LOCALE = "en-xa", "en_XA"
ACCENTS = str.maketrans(
    "acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "âçďéĝĥïĵķľñôŕšťûŵÿžÂÇĎÉĜĤÏĴĶĽÑÔŔŠŤÛŴŸŽ"
)
LONGER = " łôŕëm ïpşûm ďöļœŕ šïť ämëť çöñşëçť" * 20
KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|<[^>]*>|&\w+;|\n")
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")


def marked(text: str) -> str:
    """The text in this language."""
    if len(text) == 1:  # a sign, which no language makes longer
        return text
    parts = re.split(f"({KEPT.pattern})", text)
    changed = [part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in parts]
    letters = sum(len(part) for part in parts if not KEPT.fullmatch(part))
    return f"⟦{''.join(changed)}{LONGER[: round(0.4 * letters)].rstrip()}⟧"


def unmarked(text: str) -> str:
    """The rest of a page's text without the messages of the catalogue."""
    while (rest := MARKED.sub(" ", text)) != text:
        text = rest
    return text


def save_catalogue(folder: Path) -> None:
    target = folder / LOCALE / "LC_MESSAGES" / "django.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, marked_catalogue())


@contextmanager
def pseudo_language(folder: Path) -> Iterator[None]:
    """Serve the language, too, from the catalogue in this folder."""
    with override_settings(
        LANGUAGES=[*settings.LANGUAGES, (CODE, "Pseudo")],
        LOCALE_PATHS=[folder, *settings.LOCALE_PATHS],
    ):
        yield


def marked_catalogue() -> Catalog:
    catalogue = Catalog("en", domain="django", fuzzy=False)
    for message in read_catalogue(catalogue_files()[0]):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = tuple(marked(text) for text in ids)
            catalogue.add(
                message.id, strings[0] if len(ids) == 1 else strings, context=message.context
            )
    return catalogue
