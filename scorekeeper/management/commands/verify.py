from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.backing_up import add_identity, add_scratch, describe, explain_disk
from scorekeeper.management.database import explain_failures
from scorekeeper.operating.backups.verifying import verify_backup


class Command(BaseCommand):
    help = (
        "Verifies a backup: restores it into a scratch place, counts its rows, and computes every"
        " finished game again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` wrote")
        add_identity(parser)
        add_scratch(parser)

    def handle(self, *, file: Path, identity: str, scratch: str, **_: Any) -> None:
        with explain_failures(), explain_disk():
            verification = verify_backup(file, identity, scratch)
            verification.note()
        manifest = verification.manifest
        self.stdout.write(f"{file} has {manifest.contents}, saved {manifest.taken_at:%F %H:%M} UTC")
        self.stdout.write(describe(verification))
