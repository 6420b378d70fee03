from typing import Any

from django.core.management.commands import migrate

from scorekeeper.management.database import failures_in_plain_words


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        with failures_in_plain_words():
            return super().execute(*args, **options)
