"""A game as a whole: its options, ending early and reopening, date, comment, deleting."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kit.lists import list_items
from scorekeeper.access import session_or_404, table_or_404, table_with_rounds_or_404
from scorekeeper.forms.games import DetailsForm, newer_text_error
from scorekeeper.models import Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.tables.comments import StaleComment
from scorekeeper.tables.deletion import delete_game, restore_game
from scorekeeper.tables.entering.entry import GameFull, Stamp
from scorekeeper.tables.game_forms import OptionsForm, forms_of, options_valid
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import (
    StaleOptions,
    change_settings,
    favoured_if_lowest_wins,
    set_ended_early,
    setup_stamp,
)
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from scorekeeper.views.responses import after_change, stamp_or_404
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
@again_if_outdated
def options(request: Request, pk: int) -> HttpResponse:
    """The page that changes a game. A POST sends the options, the date and the comment."""
    table = table_or_404(request, pk, Role.SCORER)
    return save(request, table) if request.method == "POST" else options_page(request, table)


def save(request: Request, table: Table, early: bool | None = None) -> HttpResponse:
    """Save all that the form shows, or nothing: then it shows again what was typed, and why."""
    stamp = stamp_or_404(request, table, SETUP)
    initial = table.log.setups[max(stamp.revision, 1) - 1].data["options"]
    form = forms_of(table.game).OptionsForm(request.POST, options=initial)
    details = DetailsForm(table.session, request.POST)
    if getattr(form, "rearranges", False):
        for one in (form, details):
            one.errors.clear()  # a button that rearranges checks nothing
        return options_page(request, table, stamp, form, details)
    # Options that nobody touched stay, even where the form would complete or refuse them.
    has_changes = was_touched(form)
    valid = [not has_changes or options_allowed(table, form), details.is_valid()]
    if all(valid):
        try:
            options = form.options() if has_changes else initial
            change_settings(table, stamp, options, early, **details.changes)
            return redirect(f"{table.url}#saved")
        except StaleOptions:
            form.add_error(None, newer_options_text(table))
            stamp = setup_stamp(table)
        except StaleComment:
            details.add_error("comment", newer_text_error(table.session.comment))
        except GameFull:
            form.add_error(None, game_full_text())
    return options_page(request, table, stamp, form, details, status=422)


def was_touched(form: OptionsForm) -> bool:
    """Return whether a field's value is not the one shown. `has_changed` compares types, too."""
    fields = (form[name] for name in form.fields)
    return any(str(field.data or "") != str(field.initial or "") for field in fields)


def options_allowed(table: Table, form: OptionsForm) -> bool:
    """Return whether the form and the rules accept these options, and they suit the players."""
    if not options_valid(table.game, form):
        return False
    if names := list_items(favoured_if_lowest_wins(table, form.options())):
        text = _(
            "%(names)s joined or left after the start: fewer rounds would be an advantage if the"
            " lowest total won."
        )
        field = "lowest_wins" if "lowest_wins" in form.fields else None
        form.add_error(field, text % {"names": names})
    return form.is_valid()


def newer_options_text(table: Table) -> str:
    facts = forms_of(table.game).describe_options(table.options)
    text = _("%(by)s just changed this: %(options)s. Save again to replace it with yours.")
    options = " · ".join(" ".join(fact).strip() for fact in facts)
    by = table.log.setups[-1].signature
    return capfirst(text % {"by": by, "options": options})


def options_page(
    request: Request,
    table: Table,
    stamp: Stamp | None = None,
    form: OptionsForm | None = None,
    details: DetailsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "table": table,
        "form": form or forms_of(table.game).OptionsForm(options=table.options),
        "details": details or DetailsForm(table.session),
        "today": localdate(),
        "stamp": stamp or setup_stamp(table),
        "may_host": table.session.may(Role.HOST),
    }
    return render(request, "tables/manage_game.html", context, status=status)


@require_POST
@again_if_outdated
def set_ended(request: Request, pk: int, early: bool) -> HttpResponse:
    """End or reopen the game, and save what else was changed on the page."""
    table = table_with_rounds_or_404(request, pk)
    if "comment" in request.POST:
        return save(request, table, early)
    stamp = stamp_or_404(request, table, SETUP)  # a page of an earlier release sends only that
    return after_change(request, table, lambda: set_ended_early(table, stamp, early))


@require_POST
@again_if_outdated
def delete(request: Request, pk: int) -> HttpResponse:
    delete_game(session_or_404(request, pk, Role.HOST, or_deleted=True))
    return redirect("deleted")


@require_POST
@again_if_outdated
def restore(request: Request, pk: int) -> HttpResponse:
    restore_game(session_or_404(request, pk, Role.HOST, or_deleted=True))
    return redirect("table", pk)
