"""Taking in an entry from a phone without a network, by the code that it shows.

This page only says what would be saved. Its button sends the form of the entry as usual.
"""

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scorekeeper.access import NotAllowed, table_or_404
from scorekeeper.forms.games import CHANGED_CODE, CodeForm
from scorekeeper.models import Member, Role
from scorekeeper.pages.game.breakdown import breakdown
from scorekeeper.pages.game.entry_form import form_action, titles
from scorekeeper.tables.entering.drafts import form_fields
from scorekeeper.tables.entering.entry import (
    EntryCheck,
    Stamp,
    is_already_saved,
    read_stamp,
    stamp_for,
    validate_entry,
)
from scorekeeper.tables.entering.handing_over import Handover, sender_in
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.table import Table
from scorekeeper.web.requests import Request


class Refused(Exception):
    """The code is as its phone made it, but this device cannot save its entry."""


@require_http_methods(["GET", "HEAD", "POST"])
def take(request: Request) -> HttpResponse:
    if request.method != "POST":
        return render(request, "entry/take.html", {"code_form": CodeForm()})
    form = CodeForm(request.POST)
    if form.is_valid():
        handed_over: Handover = form.cleaned_data["handed_over"]
        try:
            return preview_page(request, *source_of(request, handed_over), handed_over)
        except Refused as refusal:
            form.add_error("handed_over", str(refusal))
    return render(request, "entry/take.html", {"code_form": form}, status=422)


def source_of(request: Request, handed_over: Handover) -> tuple[Table, Member | None]:
    """Return the game of a code, and the phone it is from; None if that is this one itself."""
    try:
        table = table_or_404(request, handed_over.session, Role.SCORER)
    except (Http404, NotAllowed):
        table = None
    if not table or table.imported_result:
        raise Refused(gettext("This device can’t score that game. Join the game, then scan again."))
    sender = sender_in(table.session, handed_over.sender)
    if not sender and handed_over.sender != table.session.member_id:
        raise Refused(gettext("That phone can no longer score this game."))
    return table, sender


def preview_page(
    request: Request, table: Table, sender: Member | None, handed_over: Handover
) -> HttpResponse:
    """Show what the code would save, why it cannot be saved, or that it has been saved."""
    fields = handed_over.fields
    phone_stamp, stamp = read_stamp(fields), stamp_for(table, fields)
    if not phone_stamp or not stamp or stamp.slot == SETUP:
        raise Refused(str(CHANGED_CODE))
    check = validate_entry(table, stamp, fields)
    keeps = {"keep": ["1"]} if "keep" in fields else {}
    context = {
        "table": table,
        "sender": sender,
        "title": title_of(table, stamp, check),
        "facts": check.facts,
        "breakdown": breakdown(table, check.result),
        "breaks": check.breaks,
        "refusals": [error for errors in check.form.errors.values() for error in errors],
        "is_saved": is_already_saved(table, stamp, check.data),
        "lacks_earlier": not phone_stamp.revision and phone_stamp.slot > table.log.next_slot,
        "stamp": replace(stamp, sender=sender.pk if sender else None),
        "fields": form_fields(table, fields) | keeps,
        "action": form_action(table, stamp),
    }
    return render(request, "entry/taken.html", context)


def title_of(table: Table, stamp: Stamp, check: EntryCheck) -> str:
    if stamp.slot in table.log.revisions:
        return table.title(stamp.slot)
    before = table.round(stamp.before) if stamp.before else None
    return titles(table, stamp, before, check.form)[0]
