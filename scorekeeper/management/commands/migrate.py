from typing import Any

from django.core.management.commands import migrate

from scorekeeper.management.database import explain_failures


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        with explain_failures():
            return super().execute(*args, **options)
