from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.backing_up import add_identity, explain_disk
from scorekeeper.management.database import explain_failures, make_private
from scorekeeper.operating.backups.restoring import missing_games, restore_backup


class Command(BaseCommand):
    help = "Restores a backup into an empty place: the database, and the secret key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` wrote")
        add_identity(parser)

    def handle(self, *, file: Path, identity: str, **options: Any) -> None:
        with explain_failures(), explain_disk():
            manifest = restore_backup(file, identity)
            make_private(self.stderr)
        self.stdout.write(f"Restored {manifest.contents}, saved {manifest.taken_at:%F %H:%M} UTC")
        for game in missing_games(manifest):
            self.stderr.write(f"Not installed here: {game}. Name its folder in SCOREKEEPER_GAMES")
        self.stdout.write("Now run make setup, then start the server")
