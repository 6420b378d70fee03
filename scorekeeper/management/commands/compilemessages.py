from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.management.catalogues import compile_catalogues


class Command(BaseCommand):
    help = "Compiles the catalogues in locale/ to the files that the site reads."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        compile_catalogues()
