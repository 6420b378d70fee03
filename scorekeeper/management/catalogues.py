"""Catalogues of messages, made and compiled with Babel: nobody needs the tools of gettext."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

SOURCES = ("games", "scorekeeper", "templates")
NOTE = "Translators:"
FIRST, SECOND, CONTEXT = 1, 2, (1, "c")
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (FIRST, SECOND),
    "ngettext_lazy": (FIRST, SECOND),
    "pgettext": (CONTEXT, 2),
    "pgettext_lazy": (CONTEXT, 2),
    "npgettext": (CONTEXT, 2, 3),
    "npgettext_lazy": (CONTEXT, 2, 3),
    "_": None,
}
"""Our functions for messages, and which of their arguments Babel takes."""
CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")


def catalogue_file(locale: str) -> Path:
    return Path(settings.LOCALE_PATHS[0], locale, "LC_MESSAGES", "django.po")


def catalogue_files() -> list[Path]:
    return sorted(catalogue_file("en").parents[2].glob("*/LC_MESSAGES/django.po"))


def language_of(file: Path) -> str:
    return file.parts[-3]


def read_catalogue(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=language_of(file), domain="django")


def save_catalogue(catalogue: Catalog, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        write_po(target, catalogue, width=100, include_lineno=False, ignore_obsolete=True)


def compile_catalogues() -> None:
    for file in catalogue_files():
        with file.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_catalogue(file))


def is_translated(message: Message) -> bool:
    """Return whether each form has a text. The header, which has no id, counts as translated."""
    string = message.string or ""
    return not message.id or all([string] if isinstance(string, str) else string)


def extract_messages() -> Catalog:
    """Every message in our source files, with the files that show it."""
    catalogue = Catalog(domain="django", project="Scorekeeper", fuzzy=False)
    root = settings.BASE_DIR
    for file in source_files():
        place = file.relative_to(root).as_posix(), 0
        for _line, message, notes, context in messages_of(file):
            catalogue.add(message, locations=[place], auto_comments=notes, context=context)
    return catalogue


def source_files() -> Iterator[Path]:
    for folder in SOURCES:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.suffix in (".py", ".html"):
                yield file


def messages_of(file: Path) -> Iterator[tuple[Any, ...]]:
    source = file.read_text()
    if file.suffix == ".html":
        # Calls of gettext in place of the tags. Python's tokenizer refuses odd indents.
        source = "\n".join(line.lstrip() for line in templatize(source).splitlines())
    if CALL.search(source):  # the tokenizer is slow, and most files have no message
        yield from extract("python", BytesIO(source.encode()), KEYWORDS, [NOTE])
