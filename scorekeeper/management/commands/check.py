from typing import Any

from django.core import checks
from django.core.management.commands import check

from scorekeeper.game_checks import report_mistakes

TAG = "games"


class Command(check.Command):
    """Django's, which also finds mistakes in the folders of games.

    Only this command does: others, such as serve, would start seconds later.
    """

    def handle(self, *app_labels: Any, **options: Any) -> None:
        registered_checks = checks.registry.registry.registered_checks
        checks.register(report_mistakes, TAG)
        try:
            super().handle(*app_labels, **options)
        finally:
            registered_checks.discard(report_mistakes)
