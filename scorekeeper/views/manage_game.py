"""A game as a whole: its options, ending early and reopening, a comment, deleting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import session_or_404, table_or_404
from scorekeeper.forms import CommentForm
from scorekeeper.models import Role
from scorekeeper.tables.changes import (
    GameFull,
    StaleComment,
    save_entry,
    set_ended_early,
    write_comment,
)
from scorekeeper.tables.deletion import delete_game, restore_game
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.stamps import Stamp, fresh_stamp, stamp_or_404
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import options_valid
from scorekeeper.views.responses import after_change, game_full_text, unless_stale
from scorekeeper.web.requests import Request

if TYPE_CHECKING:
    from scorekeeper.tables.game_forms import OptionsForm


@require_http_methods(["GET", "HEAD", "POST"])
def options(request: Request, pk: int) -> HttpResponse:
    """The page for all of them. What is sent here are the options, such as the target."""
    table = table_or_404(request, pk, Role.SCORER)
    if request.method != "POST":
        return page(request, table)
    stamp = stamp_or_404(request, table, SETUP)
    form = forms_of(table.game).OptionsForm(request.POST)
    if not options_valid(table.game, form):
        return page(request, table, stamp, form=form, status=422)
    changed = {**table.setup_data, "options": form.options()}
    try:
        return unless_stale(request, table, lambda: save_entry(table, stamp, changed))
    except GameFull:
        form.add_error(None, game_full_text())
        return page(request, table, stamp, form=form, status=422)


def page(
    request: Request,
    table: Table,
    stamp: Stamp | None = None,
    form: OptionsForm | None = None,
    comment: CommentForm | None = None,
    status: int = 200,
) -> HttpResponse:
    setup = table.revisions[SETUP][-1]
    options_form = forms_of(table.game).OptionsForm
    context = {
        "table": table,
        "form": form or options_form(options=table.options),
        "comment_form": comment or CommentForm(table.session.comment),
        "stamp": stamp or fresh_stamp(SETUP, setup.revision),
        "may_host": table.session.may(Role.HOST),
    }
    return render(request, "tables/manage_game.html", context, status=status)


@require_POST
def end_early(request: Request, pk: int) -> HttpResponse:
    return set_ended(request, pk, True)


@require_POST
def reopen(request: Request, pk: int) -> HttpResponse:
    return set_ended(request, pk, False)


def set_ended(request: Request, pk: int, early: bool) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    stamp = stamp_or_404(request, table, SETUP)
    return after_change(request, table, lambda: set_ended_early(table, stamp, early))


@require_POST
def comment(request: Request, pk: int) -> HttpResponse:
    table = table_or_404(request, pk, Role.SCORER)
    form = CommentForm(table.session.comment, request.POST)
    if form.is_valid():
        try:
            write_comment(table.session, form.cleaned_data["comment"], form.known)
        except StaleComment as other:
            form.show_newer(other.saved)
    return (
        redirect(table.url) if form.is_valid() else page(request, table, comment=form, status=422)
    )


@require_POST
def delete(request: Request, pk: int) -> HttpResponse:
    delete_game(session_or_404(request, pk, Role.HOST, deleted=True))
    return redirect("deleted")


@require_POST
def restore(request: Request, pk: int) -> HttpResponse:
    restore_game(session_or_404(request, pk, Role.HOST, deleted=True))
    return redirect("table", pk)
