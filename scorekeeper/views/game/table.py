"""The page that everyone looks at, the large screen, and the game's record."""

from functools import partial

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.access import table_or_404
from scorekeeper.exchange.records import record_of
from scorekeeper.models import GameSession
from scorekeeper.pages.game.caller import ROUND, call_of
from scorekeeper.pages.game.chart import SCREEN, chart_of
from scorekeeper.pages.game.evening_wins import evening_wins
from scorekeeper.pages.game.finish import first_remark, personal_records
from scorekeeper.pages.game.last_change import describe_highlights
from scorekeeper.pages.game.presence import counting_notice, entering_notice
from scorekeeper.pages.game.sheet import rounds_on_paper
from scorekeeper.pages.game.standings import standings
from scorekeeper.pages.game.table import table_context
from scorekeeper.tables.start import rematch_of
from scorekeeper.tables.table import Table
from scorekeeper.views.game.shared_pages import shared_page, templates
from scorekeeper.views.responses import table_page
from scorekeeper.web.requests import Request

MOST_WITH_CODE = 8  # players; more fill the whole screen


@require_safe
def table(request: Request, pk: int) -> HttpResponse:
    """Standings, score sheet and chart; with `print` in the address, as it goes to paper."""
    page = printed_page if "print" in request.GET else shared_page
    return table_page(request, pk, partial(page, request))


def printed_page(request: Request, session: GameSession) -> HttpResponse:
    """The page with all rounds, in the order of play."""
    table = Table.of(session)
    context = {**table_context(table), "sheet": rounds_on_paper(table), "printing": True}
    return render(request, templates(table), context)


@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """The game record, to keep or to score elsewhere."""
    table = table_or_404(request, pk)
    name = f"{table.game.slug}-{localtime(table.session.started_at):%Y-%m-%d}-{pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        record_of(table), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )


@require_safe
def display(request: Request, pk: int) -> HttpResponse:
    return table_page(request, pk, lambda session: display_page(request, Table.of(session)))


def display_page(request: Request, table: Table) -> HttpResponse:
    records = personal_records(table)
    context = {
        "table": table,
        "verdict": table.verdict,
        "standings": standings(table),
        "busy": entering_notice(table),
        "counting": counting_notice(table) if table.session.counting else None,
        "invites": len(table.names) <= MOST_WITH_CODE,
        "call": call_of(table, ROUND).text,
        "up_next": up_next(table),
        "evening": evening_wins(table),
        "highlights": describe_highlights(table, records),
        "remark": first_remark(table, records),
        "next_game": rematch_of(table, table.session.device),
        "chart": chart_of(table, SCREEN),
    }
    return render(request, "tables/display.html", context)


def up_next(table: Table) -> str:
    """Name the player whose turn it is; "" if the rules do not know."""
    if (seat := table.board.turn) is None:
        return ""
    return _("%(name)s is next") % {"name": table.names[seat]}
