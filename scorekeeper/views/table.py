"""The page that everyone looks at, and the game's record."""

from functools import partial

from django.http import HttpResponse, JsonResponse
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from scorekeeper.access import table_or_404
from scorekeeper.tables.signed_record import record_of
from scorekeeper.views.responses import table_page
from scorekeeper.views.shared_pages import shared_page
from scorekeeper.web.requests import Request


@require_safe
def table(request: Request, pk: int) -> HttpResponse:
    """Standings, score sheet and chart."""
    return table_page(request, pk, partial(shared_page, request))


@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """The game record, to keep or to score elsewhere."""
    table = table_or_404(request, pk)
    name = f"{table.game.slug}-{localtime(table.session.started_at):%Y-%m-%d}-{pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        record_of(table), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
