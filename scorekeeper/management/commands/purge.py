from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.database import explain_failures
from scorekeeper.operating.backups.backup_file import amount
from scorekeeper.operating.purge import purge


class Command(BaseCommand):
    help = (
        "Permanently removes games, groups, players’ names and devices that were deleted more than"
        " 30 days ago. Deletes groups in which nothing has happened for ABANDONED_GROUPS_DAYS, if"
        " that is set: a host can restore them for 30 days. `serve` also does this when it starts."
    )

    def handle(self, **options: Any) -> None:
        with explain_failures():
            counts = purge()
        self.stdout.write(f"Removed {amount(counts.games, 'deleted game')}.")
        others = {"group": counts.groups, "player": counts.players, "device": counts.devices}
        if more := [amount(count, one) for one, count in others.items() if count]:
            self.stdout.write(f"Removed {', '.join(more)}.")
