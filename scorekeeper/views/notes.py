"""The note at a round, and the day of a game: what a table says beside what it entered."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.views.decorators.http import require_http_methods

from scorekeeper.access import table_or_404
from scorekeeper.forms import DayForm, NoteForm
from scorekeeper.models import Role
from scorekeeper.pages.sheet import sheet_url
from scorekeeper.tables.changes import StaleComment, change_setup, write_note
from scorekeeper.tables.dates import choose_day
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.stamps import fresh_stamp, stamp_or_404
from scorekeeper.tables.table import Table
from scorekeeper.views.responses import after_change
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
def note(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    if not (round := table.round(slot)):
        raise Http404
    form = NoteForm(round.note, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            write_note(table, slot, form.cleaned_data["note"], form.cleaned_data["known"])
        except StaleComment as other:
            form.show_newer(other.saved)
    if form.is_valid():
        alone = table.game.entry_on_table_page  # such games show no score sheet
        return redirect(round.url if alone else f"{sheet_url(table, slot)}#round-{slot}")
    context = {"table": table, "round": round, "form": form}
    return render(request, "tables/note.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def day(request: Request, pk: int) -> HttpResponse:
    """When the game was played; lists and comparisons follow."""
    table = table_or_404(request, pk, Role.SCORER)
    shown = localdate(table.session.played_at)
    form = DayForm(request.POST if request.method == "POST" else None, initial={"day": shown})
    if form.is_valid():
        chosen, stamp = form.cleaned_data["day"], stamp_or_404(request, table, SETUP)

        def choose(table: Table) -> SetupData:
            return choose_day(table, chosen)

        return after_change(
            request, table, lambda: change_setup(table, stamp, f"day {chosen}", choose)
        )
    context = {
        "table": table,
        "form": form,
        "today": localdate(),
        "stamp": fresh_stamp(SETUP, table.revisions[SETUP][-1].revision),
    }
    return render(request, "tables/day.html", context, status=422 if form.is_bound else 200)
