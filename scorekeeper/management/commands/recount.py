from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.database import explain_failures
from scorekeeper.tables.finished.recount import recount_all


class Command(BaseCommand):
    help = (
        "Counts the figures of all finished games again."
        " Run it after the rules or the figures of a game were changed."
    )

    def handle(self, **options: Any) -> None:
        with explain_failures():
            count = recount_all(everything=True)
        self.stdout.write(f"Counted {count} finished {'game' if count == 1 else 'games'}.")
