"""Entering a round, correcting one, and noting the round under way."""

import json
import re
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import stamp_or_404, table_or_404
from scorekeeper.forms import asked_number, fresh_stamp, full
from scorekeeper.models import Role
from scorekeeper.pages.breakdown import breakdown
from scorekeeper.pages.entry_form import blank_copy, entry_context, open_entry_form
from scorekeeper.pages.history import change
from scorekeeper.tables.changes import Conflict, GameFull, Stamp, save_draft, save_entry
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import (
    EntryCheck,
    as_saved,
    forms_of,
    validate_entry,
    would_count,
)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """A new round: at the end, or in front of the one in slot `before`."""
    table = table_or_404(request, pk, Role.SCORER)
    if request.method == "POST":
        return answer(request, table)
    before = asked_number(request, "before")
    return page(
        request, table, *open_entry_form(table, before if before and table.round(before) else None)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    if request.method == "POST":
        return answer(request, table, slot)
    if not (standing := table.round(slot)):
        raise Http404
    stamp = fresh_stamp(slot, standing.entry.revision)
    return page(request, table, stamp, as_saved(table, slot))


@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Keeps what is noted so far. A page that did it by itself is shown what it comes to; a person goes back."""
    table = table_or_404(request, pk, Role.SCORER)
    stamp = round_stamp(request, table)
    fields = form_fields(table, request.POST)
    kept = save_draft(
        table.session, stamp.slot, fields, known_fields(request.POST.get("noted", ""))
    )
    if kept and not request.htmx:
        return redirect("table", pk)
    judged = validate_entry(table, stamp, request.POST, partial=True)
    return page(
        request,
        table,
        stamp,
        judged,
        noted=fields,
        stale=not kept,
        status=200 if request.htmx else 409,
    )


def round_stamp(request: HttpRequest, table: Table, slot: int | None = None) -> Stamp:
    stamp = stamp_or_404(request, table, slot)
    if stamp.slot == SETUP:
        raise Http404
    return stamp


def answer(request: HttpRequest, table: Table, slot: int | None = None) -> HttpResponse:
    """Checks what was sent, or saves it."""
    stamp = round_stamp(request, table, slot)
    checking = "check" in request.POST
    judged = validate_entry(table, stamp, request.POST, partial=checking)
    if checking or not judged.form.is_valid():
        return page(request, table, stamp, judged, status=200 if checking else 422)
    try:
        save_entry(table.session, stamp, judged.form.entry())
    except Conflict as conflict:
        return conflict_page(
            request, table_or_404(request, table.session.pk, Role.SCORER), stamp, judged, conflict
        )
    except GameFull:
        judged.form.add_error(None, full())
        return page(request, table, stamp, judged, status=422)
    if judged.other:
        return redirect("correct", pk=table.session.pk, slot=judged.other.entry.slot)
    return redirect(f"{table.url}#saved")


def form_fields(table: Table, data: QueryDict) -> dict[str, list[str]]:
    """What was said in the game's own fields, as it was sent; a field of several parts has a number behind each."""
    names = forms_of(table).EntryForm(context=table.situation()).fields
    mine = {
        name: values
        for name, values in data.lists()
        if name in names or re.sub("_[0-9]{1,2}$", "", name) in names
    }
    said = {
        name: [value[:100] for value in values[:20] if "\0" not in value]
        for name, values in mine.items()
    }
    return {name: values for name, values in said.items() if any(values)}


def known_fields(text: str) -> dict[str, Any]:
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        known = {}
    return known if isinstance(known, dict) else {}


def page(
    request: HttpRequest,
    table: Table,
    stamp: Stamp,
    judged: EntryCheck,
    noted: dict[str, list[str]] | None = None,
    stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = entry_context(table, stamp, judged, noted) | {
        "blank": None if request.htmx else blank_copy(table, stamp, judged),
        "stale": stale,
    }
    return render(request, "entry/entry.html", context, status=status)


def conflict_page(
    request: HttpRequest, table: Table, stamp: Stamp, judged: EntryCheck, conflict: Conflict
) -> HttpResponse:
    """Both versions side by side; whoever came second chooses."""
    saved, theirs = conflict.saved, change(table, conflict.saved)
    removed = saved.data is None
    saved_result = standing.result if (standing := table.round(saved.slot)) else None
    beside = stamp.revision == 0 and not removed and would_count(table, judged.form.entry())
    mine = validate_entry(table, Stamp(saved.slot, saved.revision, stamp.submission), request.POST)
    context = {
        "table": table,
        "saved": theirs,
        "rows": compared(dict(theirs.facts), dict(mine.facts)),
        "removed": removed,
        "points": [
            breakdown(table, result)
            for result in ([mine.result] if removed else [saved_result, mine.result])
        ],
        "fields": form_fields(table, request.POST),
        "instead": fresh_stamp(saved.slot, saved.revision),
        "beside": fresh_stamp(table.next_slot, 0) if beside else None,
        "beside_title": table.title_for(judged.form.entry()),
        "submission": stamp.submission,
    }
    return render(request, "entry/conflict.html", context, status=409)


class Row(NamedTuple):
    label: str
    saved: str
    mine: str


def compared(saved: dict[str, str], mine: dict[str, str]) -> list[Row]:
    """What was said in either, label by label."""
    return [Row(label, saved.get(label, ""), mine.get(label, "")) for label in {**saved, **mine}]
