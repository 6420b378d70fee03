from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.management.backing_up import (
    add_scratch,
    explain_disk,
    positive_number,
    save_backup,
    target,
)
from scorekeeper.management.database import explain_failures
from scorekeeper.operating.backups.taking import remove_older


class Command(BaseCommand):
    help = "Saves the database and the secret key in one file, even while the site is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "target", type=target, help="a new file, or a folder, which gets a file with the date"
        )
        parser.add_argument(
            "--verify",
            action="store_true",
            help="restore it into a scratch place, and compute every finished game again",
        )
        parser.add_argument(
            "--keep",
            type=positive_number,
            metavar="N",
            help="then remove all but the newest N backups in the folder",
        )
        parser.add_argument(
            "--age", metavar="RECIPIENT", default="", help="encrypt it with age for this recipient"
        )
        add_scratch(parser)

    def handle(
        self, *, verify: bool, keep: int | None, age: str, scratch: str, **options: Any
    ) -> None:
        place: Path = options["target"]
        if keep and not place.is_dir():
            raise CommandError(f"--keep needs a folder: {place} is not one")
        with explain_failures(), explain_disk():
            path = save_backup(self.stdout, place, age, verify, scratch)
            if keep:
                for older in remove_older(path, keep):
                    self.stdout.write(f"Removed {older}")
