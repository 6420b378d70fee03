"""Entering a round, correcting one, and saving a draft of the next one."""

import json
import re
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import table_or_404
from scorekeeper.models import Role
from scorekeeper.pages.breakdown import breakdown
from scorekeeper.pages.entry_form import blank_copy, entry_page_context, open_entry_form
from scorekeeper.pages.history import change
from scorekeeper.tables.changes import Conflict, GameFull, save_draft, save_entry
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.stamps import Stamp, fresh_stamp, stamp_or_404
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import (
    EntryCheck,
    check_saved,
    validate_entry,
    would_count,
)
from scorekeeper.views.responses import game_full_text, number_in_query, page_after_saving
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: Request, pk: int) -> HttpResponse:
    """A new round: at the end, or before the one in slot `before`."""
    table = table_or_404(request, pk, Role.SCORER)
    if request.method == "POST":
        return answer(request, table)
    before = number_in_query(request, "before")
    return page(
        request, table, *open_entry_form(table, before if before and table.round(before) else None)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    if request.method == "POST":
        return answer(request, table, slot)
    if not (standing := table.round(slot)):
        raise Http404
    stamp = fresh_stamp(slot, standing.entry.revision)
    return page(request, table, stamp, check_saved(table, slot))


@require_POST
def draft(request: Request, pk: int) -> HttpResponse:
    """Store what was typed so far.

    A page that does so by itself is shown what it would score; without scripts, back to the table.
    """
    table = table_or_404(request, pk, Role.SCORER)
    stamp = round_stamp(request, table)
    fields = form_fields(table, request.POST)
    known = known_fields(request.POST.get("noted", ""))
    reseated = table.reseated_since(stamp.seats)  # the form shows other names than the table now
    saved = not reseated and save_draft(table, stamp.slot, fields, known)
    if saved and not request.htmx:
        return redirect("table", pk)
    check = validate_entry(table, stamp, request.POST, partial=True)
    status = 200 if request.htmx else 409
    stale = not (saved or reseated)
    return page(request, table, stamp, check, draft=fields, stale=stale, status=status)


def round_stamp(request: Request, table: Table, slot: int | None = None) -> Stamp:
    stamp = stamp_or_404(request, table, slot)
    if stamp.slot == SETUP:
        raise Http404
    return stamp


def answer(request: Request, table: Table, slot: int | None = None) -> HttpResponse:
    """Check what was sent, or save it."""
    stamp = round_stamp(request, table, slot)
    checking = "check" in request.POST
    check = validate_entry(table, stamp, request.POST, partial=checking)
    if checking or not check.form.is_valid():
        return page(request, table, stamp, check, status=200 if checking else 422)
    try:
        save_entry(table, stamp, check.data, after=check.after)
    except Conflict as conflict:
        now = table_or_404(request, table.session.pk, Role.SCORER)
        return conflict_page(request, now, stamp, check, conflict)
    except GameFull:
        check.form.add_error(None, game_full_text())
        return page(request, table, stamp, check, status=422)
    if check.other:
        return redirect("correct", pk=table.session.pk, slot=check.other.entry.slot)
    return redirect(page_after_saving(request, check.after or table))


def form_fields(table: Table, data: QueryDict) -> dict[str, list[str]]:
    """What was sent in the game's own fields. The parts of a field with several end in a number."""
    names = forms_of(table.game).EntryForm(context=table.entry_context()).fields
    sent = {
        name: values
        for name, values in data.lists()
        if name in names or re.sub("_[0-9]{1,2}$", "", name) in names
    }
    clean = {
        name: [value[:100] for value in values[:20] if "\0" not in value]
        for name, values in sent.items()
    }
    return {name: values for name, values in clean.items() if any(values)}


def known_fields(text: str) -> dict[str, Any]:
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        known = {}
    return known if isinstance(known, dict) else {}


def page(
    request: Request,
    table: Table,
    stamp: Stamp,
    check: EntryCheck,
    draft: dict[str, list[str]] | None = None,
    stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = entry_page_context(table, stamp, check, draft) | {
        "blank": None if request.htmx else blank_copy(table, stamp, check),
        "stale": stale,
    }
    if request.htmx:
        context["blanks_ahead"] = []
    return render(request, "entry/entry.html", context, status=status)


def conflict_page(
    request: Request, table: Table, stamp: Stamp, check: EntryCheck, conflict: Conflict
) -> HttpResponse:
    """Both versions side by side; the user of the second device chooses."""
    saved, theirs = conflict.saved, change(table, conflict.saved)
    removed = saved.data is None
    saved_result = standing.result if (standing := table.round(saved.slot)) else None
    beside = stamp.revision == 0 and not removed and would_count(table, check.data)
    instead = replace(stamp, slot=saved.slot, revision=saved.revision, before=None)
    mine = validate_entry(table, instead, request.POST)
    context = {
        "table": table,
        "saved": theirs,
        "rows": comparison(dict(theirs.facts), dict(mine.facts)),
        "removed": removed,
        "points": [
            breakdown(table, result)
            for result in ([mine.result] if removed else [saved_result, mine.result])
        ],
        "fields": form_fields(table, request.POST),
        "instead": fresh_stamp(saved.slot, saved.revision),
        "beside": fresh_stamp(table.next_slot, 0) if beside else None,
        "beside_title": table.title_for(check.data),
        "submission": stamp.submission,
    }
    return render(request, "entry/conflict.html", context, status=409)


class Row(NamedTuple):
    label: str
    saved: str
    mine: str


def comparison(saved: dict[str, str], mine: dict[str, str]) -> list[Row]:
    """What either says, label by label."""
    return [Row(label, saved.get(label, ""), mine.get(label, "")) for label in {**saved, **mine}]
