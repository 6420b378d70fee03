import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat
from django.utils.translation import override

from scorekeeper.management.database import explain_failures
from scorekeeper.management.listening import configured_host, configured_port
from scorekeeper.operating.backups.backup_file import amount
from scorekeeper.operating.figures import DAYS, SiteFigures, figures
from scorekeeper.operating.slow_pages import SlowPage, slowest_pages

FEW = 8  # tables, files and pages that are listed
MEAN = "mean since the server started"
NO_SERVER = "unknown: no server here reports its figures (docs/monitoring.md)"


class Command(BaseCommand):
    help = (
        "Prints how many groups, games and devices the site has, how large its data is, and which"
        " pages are slowest. Give it the variables of the service."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, sizes in bytes")

    def handle(self, **options: Any) -> None:
        with explain_failures():
            totals = figures()
        pages = slowest_pages(configured_host(), configured_port())
        with override("en"):
            self.stdout.write(as_json(totals, pages) if options["json"] else as_text(totals, pages))


def as_json(totals: SiteFigures, pages: list[SlowPage] | None) -> str:
    days = {day.isoformat(): games for day, games in totals.games_a_day.items()}
    slowest = [page._asdict() for page in pages or ()]
    return json.dumps({**asdict(totals), "games_a_day": days, "slowest_pages": slowest}, indent=2)


def as_text(totals: SiteFigures, pages: list[SlowPage] | None) -> str:
    days = list(totals.games_a_day.values())
    lines = [
        ("Groups", f"{totals.groups:,} ({totals.deleted_groups:,} deleted, can be restored)"),
        ("Players", f"{totals.players:,}"),
        ("Devices", f"{totals.devices:,} ({totals.active_devices:,} active in {DAYS} days)"),
        ("Programs", f"{totals.programs:,}"),
        ("Games", f"{totals.games:,} ({totals.games_under_way:,} under way)"),
        ("Entries", f"{totals.entries:,}"),
        (f"Games started in {DAYS} days", f"{sum(days):,}"),
        ("  day by day, today last", " ".join(map(str, days))),
        ("Database", size(totals.database)),
        *((f"  {name}", size(bytes_)) for name, bytes_ in largest(totals.tables)),
        ("Data folder", size(sum(totals.data_folder.values()))),
        *((f"  {name}", size(bytes_)) for name, bytes_ in largest(totals.data_folder)),
        ("Slowest pages", NO_SERVER if pages is None else MEAN if pages else "none so far"),
        *((f"  {page.view}", duration(page)) for page in (pages or [])[:FEW]),
    ]
    width = max(len(label) for label, _text in lines)
    return "\n".join(f"{label:{width}}  {text}" for label, text in lines)


def duration(page: SlowPage) -> str:
    return f"{page.seconds * 1000:,.0f} ms of {amount(page.requests, 'request')}"


def largest(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return list(sizes.items())[:FEW]


def size(number: int) -> str:
    """Return "1.4 MB", with a space that any terminal and program takes for one."""
    return filesizeformat(number).replace("\u00a0", " ")
