from argparse import ArgumentParser
from typing import Any

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import to_locale

from scorekeeper.management.catalogues import (
    catalogue_file,
    catalogue_files,
    extract_messages,
    is_translated,
    language_of,
    read_catalogue,
    save_catalogue,
)

HEADER = "# How we translate: docs/translating.md."


class Command(BaseCommand):
    help = "Brings the catalogues in locale/ up to date with the messages in the source files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new", metavar="fr", help="begin a catalogue of this language")

    def handle(self, *, new: str | None, **options: Any) -> None:
        if new:
            begin_catalogue(new)
        messages = extract_messages()
        for file in catalogue_files():
            catalogue = read_catalogue(file)
            catalogue.update(messages, no_fuzzy_matching=True, update_creation_date=False)
            save_catalogue(catalogue, file)
            missing = sum(1 for message in catalogue if not is_translated(message))
            self.stdout.write(f"{language_of(file)}: {len(catalogue)} messages, {missing} missing")


def begin_catalogue(language: str) -> None:
    locale = to_locale(language)
    try:
        catalogue = Catalog(
            locale, domain="django", project="Scorekeeper", fuzzy=False, header_comment=HEADER
        )
    except UnknownLocaleError as error:
        raise CommandError(f"{language} is not the code of a language, such as fr.") from error
    file = catalogue_file(locale)
    if file.exists():
        raise CommandError(f"{file} exists already.")
    save_catalogue(catalogue, file)
