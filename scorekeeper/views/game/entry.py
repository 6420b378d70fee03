"""Entering a round, correcting one, and saving a draft of the next one."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import table_with_rounds_or_404
from scorekeeper.models import Revision
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.operating.metrics import ENTRIES
from scorekeeper.pages.game.entry_form import blank_copy, entry_page_context, open_entry_form
from scorekeeper.pages.game.history import Change
from scorekeeper.tables.entering.counting import may_begin_counting
from scorekeeper.tables.entering.drafts import (
    PLAY,
    Origin,
    UnseenChanges,
    find_unseen_changes,
    form_fields,
    last_touch_after,
    read_origin,
    read_touches,
    save_draft,
)
from scorekeeper.tables.entering.entry import (
    Conflict,
    EntryCheck,
    GameFull,
    Stamp,
    check_round,
    fresh_stamp,
    save_entry,
    stamp_for,
    validate_entry,
)
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from scorekeeper.views.game.versions import conflict_page, unseen_page
from scorekeeper.views.responses import redirect_after_saving
from scorekeeper.web.requests import Request, is_navigation, number_in_query


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
def enter(request: Request, pk: int) -> HttpResponse:
    """Enter a new round: at the end, or before the one in slot `before`.

    If the address has `refused`, the draft is what several phones counted.
    """
    table = table_with_rounds_or_404(request, pk)
    if request.method == "POST":
        return check_or_save(request, table)
    before = number_in_query(request, "before")
    place = before if before and table.round(before) else None
    opened = open_entry_form(table, place, was_refused="refused" in request.GET)
    return entry_page(request, table, *opened)


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
def correct(request: Request, pk: int, slot: int) -> HttpResponse:
    table = table_with_rounds_or_404(request, pk)
    if request.method == "POST":
        return check_or_save(request, table, slot)
    if not (current := table.round(slot)):
        raise Http404
    stamp = fresh_stamp(slot, current.entry.revision)
    return entry_page(request, table, stamp, check_round(table, slot))


@require_POST
@again_if_outdated
def draft(request: Request, pk: int) -> HttpResponse:
    """Store what was typed so far.

    A page that does so by itself is shown what it would score; one that is being left, nothing.
    Without scripts, back to the table.
    """
    table = table_with_rounds_or_404(request, pk)
    stamp = round_stamp(request, table)
    fields, origin = form_fields(table, request.POST), read_origin(table, request.POST)
    is_refused = note_round_started(table, stamp, request, fields)
    has_new_seats = table.seating.changed_since(stamp.seats)
    touches = read_touches(table, request.POST)
    # Its phone has counted on from rounds that wait there: the draft is of the next round only.
    waits = not request.POST.get("numbered")  # see advanceForm
    is_ahead = waits and int(request.POST["slot"]) > table.log.next_slot
    stays = has_new_seats or is_ahead
    after = None if stays else save_draft(table, stamp.slot, fields, origin.draft, touches)
    if after:
        touched = last_touch_after(after, origin)
        table, origin = after, origin._replace(draft=fields, last_touch=touched)
    check = validate_entry(table, stamp, request.POST, partial=True)
    if is_ahead and not request.htmx:
        why = gettext("An earlier entry from this phone isn’t saved yet. Fix that first.")
        check.form.add_error(None, why)
    if after and not (request.htmx or is_refused):
        return redirect("table", pk) if is_navigation(request) else HttpResponse(status=204)
    status = 200 if request.htmx else 422 if after else 409
    first = None if after or stays else table.log.revisions.get(stamp.slot)
    newer_change = Change(table, first[0]) if first else None
    return entry_page(request, table, stamp, check, origin, newer_change, status=status)


def note_round_started(
    table: Table, stamp: Stamp, request: Request, fields: dict[str, list[str]]
) -> bool:
    """Note in the draft that its round is played now, if the button for that was pressed.

    Returns whether that is refused, because what is asked before the round is not answered.
    """
    if fields.get(PLAY) != ["now"]:
        return False
    if validate_entry(table, stamp, request.POST, partial=True).form.is_valid():
        fields[PLAY] = ["1"]
        return False
    del fields[PLAY]
    return True


def round_stamp(request: Request, table: Table, slot: int | None = None) -> Stamp:
    stamp = stamp_for(table, request.POST, slot)
    if not stamp or stamp.slot == SETUP:
        raise Http404
    return stamp


def check_or_save(request: Request, table: Table, slot: int | None = None) -> HttpResponse:
    stamp = round_stamp(request, table, slot)
    checking = "check" in request.POST
    check = validate_entry(table, stamp, request.POST, partial=checking)
    if checking or not check.form.is_valid():
        if not checking:
            ENTRIES["refused"].inc()
        origin = read_origin(table, request.POST)
        return entry_page(request, table, stamp, check, origin, status=200 if checking else 422)
    if unseen := unseen_changes(request, table, stamp):
        return unseen_page(request, table, stamp, unseen, read_origin(table, request.POST))
    try:
        revision = save_entry(table, stamp, check.data, after=check.after)
    except Conflict as conflict:
        return with_next_slot(conflict_page(request, table, stamp, conflict), conflict.current)
    except GameFull:
        check.form.add_error(None, game_full_text())
        origin = read_origin(table, request.POST)
        return entry_page(request, table, stamp, check, origin, status=422)
    if check.other:
        return redirect("correct", pk=table.session.pk, slot=check.other.entry.slot)
    return with_next_slot(redirect_after_saving(request, check.after or table), revision)


def with_next_slot(response: HttpResponse, revision: Revision) -> HttpResponse:
    """Tell the outbox which slot comes after the one that is taken."""
    response.headers["Slot"] = revision.slot + 1
    return response


def unseen_changes(request: Request, table: Table, stamp: Stamp) -> UnseenChanges | None:
    """Return what another device changed in the next entry, if the user may not have seen it.

    Nobody is asked about an entry that its phone delivers later: the user may be gone, and later
    rounds would overtake it. Such an entry is saved as it was.
    """
    waiting = request.headers.get("Outbox", "ask") == "ask"
    if not waiting or "since" not in request.POST or stamp.revision or stamp.before:
        return None
    if stamp.slot != table.log.next_slot or not table.session.draft:
        return None
    origin = read_origin(table, request.POST)
    if request.POST.get("touched"):  # just before sending, so the draft did not arrive
        origin = origin._replace(last_touch=table.session.version)
    return find_unseen_changes(table, form_fields(table, request.POST), origin)


def entry_page(
    request: Request,
    table: Table,
    stamp: Stamp,
    check: EntryCheck,
    origin: Origin | None = None,
    newer_change: Change | None = None,
    status: int = 200,
) -> HttpResponse:
    context = entry_page_context(table, stamp, check, origin) | {
        "blank": None if request.htmx else blank_copy(table, stamp, check),
        "overtaken": newer_change,
        "may_begin_counting": not (request.htmx or stamp.revision or stamp.before)
        and may_begin_counting(table),
        "refused": status == 422,
    }
    if request.htmx:  # a tap changes parts of the form
        context["blanks_ahead"] = []
        return render(request, "entry/_entry_form.html", context, status=status)
    return render(request, "entry/entry.html", context, status=status)
