from typing import Any

from django.core.management.commands import migrate

from scorekeeper.management.database import explain_failures, make_private
from scorekeeper.tables.finished.recount import recount_all


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        make_private(self.stderr)
        with explain_failures():
            answer = super().execute(*args, **options)
            if not options.get("app_label") and not options.get("plan"):
                recount_all()  # figures of finished games that earlier releases did not store
            return answer
