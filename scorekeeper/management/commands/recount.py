from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.tables.recount import recount_all


class Command(BaseCommand):
    help = (
        "Counts the figures of all finished games again,"
        " after the rules of a game were changed or got other figures."
    )

    def handle(self, **options: Any) -> None:
        count = recount_all(everything=True)
        self.stdout.write(f"Counted {count} finished {'game' if count == 1 else 'games'}.")
