import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.management.listening import check_address, configured_host, configured_workers
from scorekeeper.operating.doctor.checks import examine
from scorekeeper.operating.doctor.findings import Grade


class Command(BaseCommand):
    help = (
        "Checks what is set up, what is missing and what is unsafe, and says what to do."
        " Give it the variables of the service. Exits with 1 if anything is unsafe."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--url",
            help="the site's address (default: https:// and the names in ALLOWED_HOSTS, or this"
            " machine's address)",
        )
        parser.add_argument("--ca", help="the root certificate of an authority of your own (PEM)")
        parser.add_argument(
            "--offline", action="store_true", help="do not ask the site at its address"
        )

    def handle(self, *, url: str | None, ca: str | None, offline: bool, **options: Any) -> None:
        if url:
            check_address(url, ("https://",))
        if ca and not Path(ca).is_file():
            raise CommandError(f"There is no file {ca}")
        where = configured_host(), configured_workers()
        grades = []
        for finding in examine(url, ca, *where, ask_the_site=not offline):
            self.stdout.write(str(finding))
            self.stdout.flush()
            grades.append(finding.grade)
        if Grade.UNSAFE in grades:
            sys.exit(1)
