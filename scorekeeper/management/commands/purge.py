from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scorekeeper.models import GameSession


class Command(BaseCommand):
    help = "Removes for good what was deleted more than 30 days ago. `serve` does it, too, each time it starts."

    def handle(self, **options: Any) -> None:
        now = timezone.now()  # a later time is from before the clock was set back
        GameSession.objects.filter(deleted_at__gt=now).update(deleted_at=now)
        purged = GameSession.objects.past_return()
        count = purged.count()
        purged.delete()
        self.stdout.write(f"Removed {count} deleted {'game' if count == 1 else 'games'}.")
