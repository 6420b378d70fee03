"""The page that everyone looks at, and the game's record."""

from functools import partial
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from games import record
from scorekeeper.access import table_or_404
from scorekeeper.models import GameSession
from scorekeeper.pages.sheet import rounds_on_paper
from scorekeeper.pages.table import table_context
from scorekeeper.tables.table import Table
from scorekeeper.views.responses import table_page
from scorekeeper.views.shared_pages import shared_page, templates
from scorekeeper.web.requests import Request


@require_safe
def table(request: Request, pk: int) -> HttpResponse:
    """Standings, score sheet and chart; with `print` in the address, as it goes to paper."""
    page = printed_page if "print" in request.GET else shared_page
    return table_page(request, pk, partial(page, request))


def printed_page(request: Request, session: GameSession) -> HttpResponse:
    """The page with all rounds, in the order of play."""
    table = Table.of(session)
    context = {**table_context(table), "sheet": rounds_on_paper(table), "printing": True}
    return render(request, templates(session), context)


@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """The game record, to keep or to score elsewhere."""
    table = table_or_404(request, pk)
    name = f"{table.game.slug}-{localtime(table.session.started_at):%Y-%m-%d}-{pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        record_of(table), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )


def record_of(table: Table) -> dict[str, Any]:
    """The game record, with what is known beside it."""
    session = table.session
    signatures = [{"at": one.at.isoformat(), "by": one.signature} for one in table.log.entries]
    known = {
        "id": session.pk,
        "group": session.group.name,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "comment": session.comment,
    }
    played = record.Record(table.game, tuple(table.names), table.setup, tuple(table.inputs))
    return record.write_record(played, known, signatures)
