"""The table on a television or a tablet: how it stands, in letters that are read across the room."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.pages.chart import SCREEN, Chart
from scorekeeper.pages.presence import entering_notice
from scorekeeper.pages.standings import standings
from scorekeeper.tables.rematch import rematch_of
from scorekeeper.tables.rounds import Labels
from scorekeeper.tables.table import Table
from scorekeeper.views.table import page_of


@require_safe
def display(request: HttpRequest, pk: int) -> HttpResponse:
    return page_of(request, pk, lambda game: ["tables/display.html"], display_context)


def display_context(table: Table) -> dict[str, object]:
    return {
        "table": table,
        "verdict": table.verdict,
        "standings": standings(table),
        "busy": entering_notice(table),
        "next_game": rematch_of(table, table.session.device),
        "chart": Chart(table.names, table.courses, table.target, Labels(table.timely), SCREEN),
    }
