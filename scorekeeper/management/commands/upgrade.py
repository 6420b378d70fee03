from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.management.backing_up import add_scratch, explain_disk, save_backup, target
from scorekeeper.management.database import explain_failures
from scorekeeper.operating.backups.snapshots import number_of_groups
from scorekeeper.operating.backups.verifying import OtherResults


class Command(BaseCommand):
    help = (
        "Brings the database and the files to the release that is installed here, after a backup"
        " that was restored and migrated on trial. Stop the server first. Fetches no release."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--backup",
            type=target,
            metavar="TARGET",
            default=settings.VAR / "backups",
            help="where the backup goes (default: backups/ in the data folder)",
        )
        add_scratch(parser)

    def handle(self, *, backup: Path, scratch: str, **_: Any) -> None:
        with explain_failures(), explain_disk():
            self.back_up(backup, scratch)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        self.stdout.write("The database and the files are ready: start the server again")

    def back_up(self, place: Path, scratch: str) -> None:
        """Nothing is changed unless the backup was restored and migrated."""
        if not number_of_groups():
            self.stdout.write("The database has no group: there is nothing to back up")
            return
        if place == settings.VAR / "backups":
            place.mkdir(mode=0o700, exist_ok=True)
        try:
            save_backup(self.stdout, place, verify=True, scratch=scratch)
        except OtherResults as error:  # until the database is migrated, nothing can be recounted
            raise CommandError(
                f"{error.problem}Nothing was changed, and no backup was kept. If the changelog "
                "says why, take one (manage.py backup), then run make setup, which does not compare"
            ) from None
