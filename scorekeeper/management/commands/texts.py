import os
import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import to_locale

from scorekeeper.management.catalogues import catalogue_file, read_catalogue
from scorekeeper.management.review import as_html, pages_with_messages

TAKES_PICTURES = "tests/browser/test_layouts.py"
NEEDS = "Pictures need Chromium and what make test installs."


class Command(BaseCommand):
    help = "Writes a page on which a native reader reviews all texts of a language."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--language", metavar="ko", required=True, help="the language, by its code"
        )
        parser.add_argument(
            "--html", metavar="FILE", required=True, type=Path, help="where to write the page"
        )
        parser.add_argument(
            "--pictures",
            action="store_true",
            help="first take pictures of all pages, which takes some minutes",
        )

    def handle(self, *, language: str, html: Path, pictures: bool, **options: Any) -> None:
        file = catalogue_file(to_locale(language))
        if not file.exists():
            raise CommandError(f"There is no {file}: manage.py makemessages --new {language}")
        folder = settings.VAR / "texts" / language
        if pictures:
            take_pictures(folder)
        messages = [message for message in read_catalogue(file) if message.id]
        pages, others = pages_with_messages(messages, folder)
        html.write_text(as_html(language, pages, others))
        self.stdout.write(f"{html}: {len(messages)} messages, {len(pages)} pictures")
        if not pages:
            self.stdout.write(f"For pictures add --pictures. {NEEDS}")


def take_pictures(folder: Path) -> None:
    """Run the test that opens each page, even if it fails because a text has no room."""
    if find_spec("playwright") is None:
        raise CommandError(f"There is no playwright. {NEEDS}")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", TAKES_PICTURES]
    environment = {**os.environ, "PICTURES": str(folder)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # tests have their own
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False)
