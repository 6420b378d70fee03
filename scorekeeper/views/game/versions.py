"""Two versions of one entry, side by side: its user chooses."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict

from games.kit.lists import join_names
from scorekeeper.pages.game.breakdown import breakdown
from scorekeeper.pages.game.history import Change
from scorekeeper.tables.entering.drafts import (
    Origin,
    UnseenChanges,
    current_origin,
    form_fields,
    save_draft,
)
from scorekeeper.tables.entering.entry import Conflict, Stamp, fresh_stamp, validate_entry
from scorekeeper.tables.game_forms import compare_facts
from scorekeeper.tables.table import Table
from scorekeeper.views.responses import NEXT
from scorekeeper.web.requests import Request


def conflict_page(request: Request, table: Table, stamp: Stamp, conflict: Conflict) -> HttpResponse:
    """Show both versions side by side; the user of the second device chooses.

    If the entry was handed over, the chosen version keeps its submission id, so it is not saved
    again when its own phone sends it.
    """
    latest, theirs = conflict.current, Change(table, conflict.current)
    is_removed = latest.data is None
    standing = table.round(latest.slot)
    saved_result = standing.result if standing else None
    instead = replace(stamp, slot=latest.slot, revision=latest.revision, before=None)
    mine = validate_entry(table, instead, request.POST)
    stamp_fields: dict[str, Any] = {"sender": stamp.sender}
    if request.POST.get("sender") and stamp.submission not in table.log.by_submission:
        stamp_fields["submission"] = stamp.submission
    beside = fresh_stamp(table.log.next_slot, 0)
    beside_title = ""
    if stamp.revision == 0 and not is_removed:  # what it would be there may depend on the place
        another = validate_entry(table, beside, request.POST)
        if another.result and not another.result.problem:
            beside_title = table.title_for(another.data)
    context = {
        "table": table,
        "saved": theirs,
        "rows": compare_facts(theirs.facts, mine.facts),
        "removed": is_removed,
        "points": [
            breakdown(table, result)
            for result in ([mine.result] if is_removed else [saved_result, mine.result])
        ],
        "fields": form_fields(table, request.POST),
        "instead": replace(fresh_stamp(latest.slot, latest.revision), **stamp_fields),
        "beside": replace(beside, **stamp_fields) if beside_title else None,
        "beside_title": beside_title,
        "submission": stamp.submission,
    }
    return render(request, "entry/conflict.html", context, status=409)


def unseen_page(
    request: Request, table: Table, stamp: Stamp, unseen: UnseenChanges, origin: Origin
) -> HttpResponse:
    """Ask whether to save with the changes of another device or without.

    The other fields are stored in the draft, so that the form can be opened again.
    """
    table = save_draft(table, stamp.slot, unseen.theirs, origin.draft) or table
    bodies = [version_body(request, one) for one in (unseen.theirs, unseen.mine)]
    theirs, mine = versions = [
        validate_entry(table, stamp, MultiValueDict(data), partial=True) for data in bodies
    ]
    rows = compare_facts(theirs.facts, mine.facts)
    context = {
        "table": table,
        "title": table.next_title,
        "form_url": table.url if table.game.entry_on_table_page else "",
        "by": join_names(unseen.by),
        "rows": [row for row in rows if row[1] != row[2]],
        "points": [breakdown(table, check.result) for check in versions],
        "choices": [  # one can be saved unless something is missing or wrong in it
            (data, check.form.is_valid() and not check.is_incomplete)
            for data, check in zip(bodies, versions, strict=True)
        ],
        "stamp": fresh_stamp(table.log.next_slot, 0),
        "since": current_origin(table).versions,
        "noted": json.dumps(table.draft),
        "submission": stamp.submission,
    }
    return render(request, "entry/unseen.html", context, status=409)


def version_body(request: Request, fields: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """A version of the entry, with the button that was pressed (see validate_entry), and what to
    open afterwards (see redirect_after_saving).
    """
    buttons = {
        name: [request.POST[name]] for name in ("keep", NEXT, "done") if name in request.POST
    }
    return {**fields, **buttons}
