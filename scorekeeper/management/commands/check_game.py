from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from scorekeeper.game_checks import find_mistakes


class Command(BaseCommand):
    help = "Finds mistakes in the folder of one game: file, line and reason."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the name of its folder")

    def handle(self, *, game: str, **options: Any) -> None:
        left_out = {fault.folder.name for fault in registry.faults()}
        if game not in {*registry.games(), *left_out}:
            slugs = ", ".join(registry.games())
            raise CommandError(f"There is no folder {game} with a rules.py. There are: {slugs}.")
        mistakes = find_mistakes(game)
        for mistake in mistakes:
            self.stdout.write(f"{mistake} ({mistake.id})")
        if mistakes:
            count = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
            raise CommandError(f"{game}: {count} to correct.")
        self.stdout.write(f"{game}: no mistakes found.")
