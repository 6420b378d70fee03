"""The note at a round."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.access import table_or_404
from scorekeeper.forms.games import NoteForm
from scorekeeper.models import Role
from scorekeeper.pages.sheet import sheet_url
from scorekeeper.tables.comments import StaleComment, write_note
from scorekeeper.tables.locks import again_if_outdated
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
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
