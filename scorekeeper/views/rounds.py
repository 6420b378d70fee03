"""One round of the score sheet: how it came about, what it was before, taking it back."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import changes
from scorekeeper.access import stamp_or_404, table_or_404
from scorekeeper.changes import Conflict, save_entry
from scorekeeper.forms import fresh_stamp
from scorekeeper.history import change
from scorekeeper.models import Entry, Role
from scorekeeper.reckoning import reckoning
from scorekeeper.revisions import SETUP
from scorekeeper.sheet import row_of
from scorekeeper.table import Table


@require_safe
def detail(request: HttpRequest, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk)
    if not (round := table.round(slot)):
        raise Http404
    context = {
        "table": table,
        "sheet": [round],
        "round": round,
        "row": row_of(round),
        "detail": True,
        "reckoning": reckoning(table, round.result),
        "saved": change(table, round.entry),
        "earlier": [change(table, entry) for entry in round.revisions[:-1]],
        "stamp": fresh_stamp(slot, round.entry.revision),
        "may_enter": table.session.may(Role.SCORER),
    }
    return render(request, "round.html", context)


@require_POST
def remove(request: HttpRequest, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table, slot)
    if slot == SETUP or stamp.revision == 0:
        raise Http404
    return revised(request, table, lambda: save_entry(table.session, stamp, None))


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes the last change back; of one that was taken back, brings it again."""
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table)
    if stamp.revision <= (stamp.slot == SETUP):  # how the game was set up at the start stays
        raise Http404
    return revised(request, table, lambda: changes.undo(table.session, stamp))


def revised(request: HttpRequest, table: Table, revise: Callable[[], Entry]) -> HttpResponse:
    """What somebody else changed in the meantime stays: they are shown the table as it is now."""
    try:
        revise()
    except Conflict:
        context = {"table": table, "submission": request.POST.get("submission")}
        return render(request, "overtaken.html", context, status=409)
    return redirect(f"{table.url}#saved")
