"""Counting on a phone each, sealed, and revealing what was counted."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import NotAllowed, table_or_404
from scorekeeper.models import Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.operating.metrics import ENTRIES
from scorekeeper.tables.entering.counting import (
    begin,
    counted_seats,
    is_complete,
    is_counting,
    seats_to_count,
    stop,
    way_of_counting,
)
from scorekeeper.tables.entering.drafts import form_fields
from scorekeeper.tables.entering.entry import EntryCheck, GameFull, Stamp, fresh_stamp
from scorekeeper.tables.entering.sealing import (
    CountConflict,
    check_count,
    reveal_sealed_counts,
    seal_count,
    sealed_count,
)
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from scorekeeper.views.responses import game_full_page, stamp_or_404
from scorekeeper.web.requests import Request


@require_POST
@again_if_outdated
def begin_counting(request: Request, pk: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    begin(table)
    return redirect(table.url)


@require_POST
@again_if_outdated
def stop_counting(request: Request, pk: int) -> HttpResponse:
    """Nobody throws away what others have counted: once there is something, it can be revealed."""
    table = table_or_404(request, pk, Role.SCORER)
    if is_counting(table) and not counted_seats(table):
        stop(table)
    return redirect(table.url)


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
def count(request: Request, pk: int, seat: int) -> HttpResponse:
    """Take one player's count. Anyone who may enter may count for anyone, until it is revealed."""
    table = table_or_404(request, pk, Role.SCORER)
    is_open = is_counting(table) and seat in seats_to_count(table)
    if request.method != "POST":
        if not is_open:
            return redirect(table.url)
        stamp = fresh_stamp(table.log.next_slot, 0)
        check = check_count(table, stamp, seat, None)
        return count_page(request, table, seat, stamp, check)
    stamp = stamp_or_404(request, table)
    if stamp.submission in table.log.by_submission:
        return redirect(table.url)  # sent twice, and revealed since
    if not is_open or (way_of_counting(table).together and stamp.slot != table.log.next_slot):
        return render(request, "tables/counted.html", {"table": table}, status=409)
    return check_or_seal(request, table, seat, stamp)


def check_or_seal(request: Request, table: Table, seat: int, stamp: Stamp) -> HttpResponse:
    check, original = check_count(table, stamp, seat, request.POST), request.POST.get("known", "")
    if not check.form.is_valid():
        ENTRIES["refused"].inc()
        return count_page(request, table, seat, stamp, check, 422)
    try:
        fails = seal_count(table, stamp, seat, form_fields(table, request.POST, seat), original)
    except CountConflict:
        return count_page(request, table, seat, stamp, check, 409)
    except GameFull:
        check.form.add_error(None, game_full_text())
        return count_page(request, table, seat, stamp, check, 422)
    return after_reveal(table, fails)


@require_POST
@again_if_outdated
def reveal_counts(request: Request, pk: int) -> HttpResponse:
    """Hosts need not wait for all; anyone who may enter reveals what is complete."""
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table)
    if not (is_counting(table) and counted_seats(table)):
        return redirect(table.url)
    was_complete = is_complete(table)
    if not (was_complete or table.session.may(Role.HOST)):
        raise NotAllowed(table.session)
    try:
        fails = reveal_sealed_counts(table, stamp.submission)
    except GameFull:
        return game_full_page(request, table)
    return after_reveal(table, fails, was_complete)


def after_reveal(table: Table, fails: bool, was_complete: bool = True) -> HttpResponse:
    """Go to the table, or to the form for what the rules refuse. It says why, unless that is only
    what nobody has counted.
    """
    if fails:
        form = reverse("enter", args=[table.session.pk])
        return HttpResponseRedirect(f"{form}?refused=1" if was_complete else form)
    is_revealed = table.session.counting is None
    return HttpResponseRedirect(f"{table.url}#saved" if is_revealed else table.url)


def count_page(
    request: Request, table: Table, seat: int, stamp: Stamp, check: EntryCheck, status: int = 200
) -> HttpResponse:
    """The form of one player, which replaces the player's sealed count."""
    context = {
        "table": table,
        "seat": seat,
        "name": table.names[seat],
        "stamp": stamp,
        "check": check,
        "form": check.form,
        "sealed": sealed_count(table, seat),
        "counts_alone": True,
        "refused": status == 422,
        "meanwhile": status == 409,
    }
    return render(request, "entry/count.html", context, status=status)
