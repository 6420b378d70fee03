from argparse import ArgumentParser
from datetime import date, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.timezone import localdate

from games import registry
from scorekeeper.demo.group import DAYS, NAME, create_demo
from scorekeeper.management.database import explain_failures
from scorekeeper.models import GameSession, Group


class Command(BaseCommand):
    help = "Fills an empty database with games of a group that does not exist: see make demo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days", type=int, default=DAYS, help="of how many days (default: two years)"
        )

    def handle(self, *, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be 1 or more")
        with explain_failures():
            if Group.objects.filter(name=NAME).exists():
                return  # keep games that visitors played
            if Group.objects.exists():
                raise CommandError("This database is in use: the demo needs an empty one.")
            self.stdout.write(f"Playing the games of {days} days …")
            self.stdout.flush()
            create_demo(last_evening(), days)
            slugs = set(GameSession.objects.values_list("game", flat=True))
            self.stdout.write(f"Played {GameSession.objects.count()} games.")
            if others := sorted(registry.games().keys() - slugs):
                self.stdout.write(f"Not played: {', '.join(others)}.")


def last_evening() -> date:
    """Yesterday; but shortly after midnight that evening would not be over."""
    return localdate(timezone.now() - timedelta(hours=6)) - timedelta(days=1)
