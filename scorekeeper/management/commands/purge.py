from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.database import explain_failures
from scorekeeper.tables.deletion import purge_deleted


class Command(BaseCommand):
    help = (
        "Permanently removes games that were deleted more than 30 days ago."
        " `serve` also does this when it starts."
    )

    def handle(self, **options: Any) -> None:
        with explain_failures():
            count = purge_deleted()
        self.stdout.write(f"Removed {count} deleted {'game' if count == 1 else 'games'}.")
