import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat
from django.utils.translation import override

from scorekeeper.management.database import explain_failures
from scorekeeper.operating.figures import DAYS, Figures, figures

FEW = 8  # tables and files that are listed


class Command(BaseCommand):
    help = "Prints how many groups, games and devices the site has, and how large its data is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, sizes in bytes")

    def handle(self, **options: Any) -> None:
        with explain_failures():
            known = figures()
        with override("en"):
            self.stdout.write(as_json(known) if options["json"] else as_text(known))


def as_json(known: Figures) -> str:
    days = {day.isoformat(): games for day, games in known.games_a_day.items()}
    return json.dumps({**asdict(known), "games_a_day": days}, indent=2)


def as_text(known: Figures) -> str:
    days = list(known.games_a_day.values())
    lines = [
        ("Groups", f"{known.groups:,} ({known.deleted_groups:,} deleted, can be restored)"),
        ("Players", f"{known.players:,}"),
        ("Devices", f"{known.devices:,} ({known.active_devices:,} active in {DAYS} days)"),
        ("Programs", f"{known.programs:,}"),
        ("Games", f"{known.games:,} ({known.games_under_way:,} under way)"),
        ("Entries", f"{known.entries:,}"),
        (f"Games started in {DAYS} days", f"{sum(days):,}"),
        ("  day by day, today last", " ".join(map(str, days))),
        ("Database", size(known.database)),
        *((f"  {name}", size(bytes_)) for name, bytes_ in largest(known.tables)),
        ("Data folder", size(sum(known.data_folder.values()))),
        *((f"  {name}", size(bytes_)) for name, bytes_ in largest(known.data_folder)),
    ]
    width = max(len(label) for label, _text in lines)
    return "\n".join(f"{label:{width}}  {text}" for label, text in lines)


def largest(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return list(sizes.items())[:FEW]


def size(number: int) -> str:
    """Return "1.4 MB", with a space that any terminal and program takes for one."""
    return filesizeformat(number).replace("\u00a0", " ")
