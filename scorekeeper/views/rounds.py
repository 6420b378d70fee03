"""All rounds of a long game; and one: how it came about, what it was before, taking it back."""

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import stamp_or_404, table_or_404
from scorekeeper.forms import asked_number, fresh_stamp, full
from scorekeeper.models import Revision, Role
from scorekeeper.pages.breakdown import breakdown
from scorekeeper.pages.history import change
from scorekeeper.pages.sheet import page_with, row_of, rows_a_page, sheet_url
from scorekeeper.tables import changes
from scorekeeper.tables.changes import Conflict, GameFull, remove_entry
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.table import Table
from scorekeeper.views.table import page_of

VERSIONS = 50  # of a round that its page shows, beside the one that stands


@require_safe
def all_rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole score sheet, page by page; `round` asks for the page with the one in that slot."""
    return page_of(
        request,
        pk,
        lambda game: ["tables/rounds.html"],
        lambda table: rounds_context(table, request),
    )


def rounds_context(table: Table, request: HttpRequest) -> dict[str, object]:
    if table.game.entry_on_table_page:  # what shows no score sheet on its table has none elsewhere
        raise Http404
    slot, asked = asked_number(request, "round"), request.GET.get("page")
    page = page_with(table, slot) if slot in table.places else asked
    return {
        "table": table,
        "page": Paginator(table.rounds[::-1], rows_a_page(table)).get_page(page),
        "detail": False,
    }


@require_safe
def detail(request: HttpRequest, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk)
    if not (round := table.round(slot)):
        raise Http404
    *earlier, _saved = round.revisions
    alone = table.game.entry_on_table_page  # its games show no score sheet
    context = {
        "table": table,
        "sheet": [round],
        "back": table.url if alone else f"{sheet_url(table, slot)}#round-{slot}",
        "round": round,
        "row": row_of(round),
        "detail": True,
        "breakdown": breakdown(table, round.result),
        "saved": change(table, round.entry),
        "earlier": [change(table, entry) for entry in earlier[-VERSIONS:]],
        "more": len(earlier[:-VERSIONS]),
        "stamp": fresh_stamp(slot, round.entry.revision),
        "may_enter": table.session.may(Role.SCORER),
    }
    return render(request, "tables/round.html", context)


@require_POST
def remove(request: HttpRequest, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table, slot)
    if slot == SETUP or stamp.revision == 0:
        raise Http404
    return revised(request, table, lambda: remove_entry(table.session, stamp))


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes the last change back; of one that was taken back, brings it again."""
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table)
    if stamp.revision <= (stamp.slot == SETUP):  # how the game was set up at the start stays
        raise Http404
    return revised(request, table, lambda: changes.undo(table.session, stamp))


def revised(request: HttpRequest, table: Table, revise: Callable[[], Revision]) -> HttpResponse:
    """What a button does that has no form to come back to: that a game is full is a page of its own."""
    try:
        return unless_changed(request, table, revise)
    except GameFull:
        return render(request, "tables/game_full.html", {"table": table, "why": full()}, status=422)


def unless_changed(
    request: HttpRequest, table: Table, revise: Callable[[], Revision]
) -> HttpResponse:
    """What somebody else changed in the meantime stays: they are shown the table as it is now."""
    try:
        revise()
    except Conflict:
        context = {"table": table, "submission": request.POST.get("submission")}
        return render(request, "tables/stale.html", context, status=409)
    return redirect(f"{table.url}#saved")
