"""All rounds of a long game, one of them with its note, and the history: all changes."""

import uuid

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.contract import Fact
from scorekeeper.access import table_or_404
from scorekeeper.forms.games import BackForm, NoteForm, newer_text_error
from scorekeeper.models import Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.pages.game.breakdown import breakdown
from scorekeeper.pages.game.history import A_PAGE, Change, History, HistoryItem
from scorekeeper.pages.game.last_change import entry_line
from scorekeeper.pages.game.sheet import page_with, rows_a_page, sheet_url
from scorekeeper.tables.comments import StaleComment, write_note
from scorekeeper.tables.entering.entry import fresh_stamp, remove_entry, rounds_invalidated
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table
from scorekeeper.tables.undo import is_undoable, set_back, undo_change
from scorekeeper.views.responses import after_change, stamp_or_404, table_page
from scorekeeper.web.requests import Request, number_in_query

VERSIONS = 50  # of a round that its page shows, beside the one that stands


@require_safe
def all_rounds(request: Request, pk: int) -> HttpResponse:
    """The whole score sheet in pages. `round` asks for the page with the round in that slot."""
    return table_page(request, pk, lambda session: rounds_page(request, Table.of(session)))


def rounds_page(request: Request, table: Table) -> HttpResponse:
    if table.game.entry_on_table_page:  # no score sheet on its table: none elsewhere
        raise Http404
    slot, number = number_in_query(request, "round"), request.GET.get("page")
    page = page_with(table, slot) if slot in table.log.places else number
    context = {
        "table": table,
        "page": Paginator(table.rounds[::-1], rows_a_page(table)).get_page(page),
        "detail": False,
    }
    return render(request, "tables/rounds.html", context)


@require_safe
def detail(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk)
    if not (round := table.round(slot)):
        raise Http404
    *earlier, _last = round.revisions
    change, line = Change(table, round.entry), entry_line(table, round)
    alone = table.game.entry_on_table_page  # such games show no score sheet
    context = {
        "table": table,
        "back": table.url if alone else f"{sheet_url(table, slot)}#round-{slot}",
        "round": round,
        "row": round.row,
        "detail": True,
        "breakdown": breakdown(table, round.result),
        "saved": change,
        "line": line,
        "facts": facts_beside(line, change),
        "earlier": [Change(table, entry) for entry in earlier[-VERSIONS:]],
        "more": len(earlier[:-VERSIONS]),
        "stamp": fresh_stamp(slot, round.entry.revision),
        "may_enter": table.session.may(Role.SCORER),
        "breaks": rounds_lost_without(table, round) if table.session.may(Role.SCORER) else [],
    }
    return render(request, "tables/round.html", context)


def facts_beside(line: str, change: Change) -> list[Fact]:
    """Return the facts that the heading does not say: "Ana · Fours · 12" has three of them."""
    parts = line.split(" · ")
    return [fact for fact in change.facts if fact[1] not in parts]


def rounds_lost_without(table: Table, round: Round) -> list[Round]:
    """The later rounds that would no longer count if this one were removed, as they are now."""
    if round is table.rounds[-1]:
        return []
    without = table.with_candidate(round.entry.slot, None, None)
    lost = rounds_invalidated(table, without, round.entry.slot)
    return [table.rounds[table.log.places[one.entry.slot]] for one in lost]


@require_POST
@again_if_outdated
def remove(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table, slot)
    if slot == SETUP or stamp.revision == 0:
        raise Http404
    return after_change(request, table, lambda: remove_entry(table, stamp))


@require_POST
@again_if_outdated
def undo(request: Request, pk: int) -> HttpResponse:
    """Undo the last change; if that was an undo, redo it."""
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table)
    if not is_undoable(stamp):
        raise Http404
    return after_change(request, table, lambda: undo_change(table, stamp))


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
def note(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    if not (round := table.round(slot)):
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = NoteForm(data, initial={"note": round.note})
    if form.is_valid():
        try:
            write_note(table, slot, form.cleaned_data["note"], form.cleaned_data["known"])
        except StaleComment:
            form.add_error("note", newer_text_error(round.note))
    if form.is_valid():
        alone = table.game.entry_on_table_page  # such games show no score sheet
        return redirect(round.url if alone else f"{sheet_url(table, slot)}#round-{slot}")
    context = {"table": table, "round": round, "form": form}
    return render(request, "tables/note.html", context, status=422 if form.is_bound else 200)


@require_safe
def history(request: Request, pk: int) -> HttpResponse:
    table = table_or_404(request, pk)
    pages: Paginator[HistoryItem]
    pages = Paginator(History(table), A_PAGE)  # type: ignore[arg-type] # it only slices
    context = {
        "table": table,
        "page": pages.get_page(request.GET.get("page")),
        "may_enter": table.session.may(Role.SCORER),
        "submission": uuid.uuid4(),
    }
    return render(request, "tables/history.html", context)


@require_POST
@again_if_outdated
def set_back_to(request: Request, pk: int, to: int) -> HttpResponse:
    """The form names the newest change on its page: if there is a newer one, nothing is done."""
    table = table_or_404(request, pk, Role.SCORER)
    form, change_with_key = BackForm(request.POST), table.log.change_with_key
    if not (
        form.is_valid() and change_with_key(to) and change_with_key(form.cleaned_data["newest"])
    ):
        raise Http404
    return after_change(request, table, lambda: set_back(table, to, **form.cleaned_data))
