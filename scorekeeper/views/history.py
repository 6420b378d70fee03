"""Who did what, and going back to any moment of the game."""

import uuid

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import table_or_404
from scorekeeper.forms.games import BackForm
from scorekeeper.models import Role
from scorekeeper.pages.history import A_PAGE, History, HistoryItem
from scorekeeper.tables.locks import again_if_outdated
from scorekeeper.tables.undo import set_back
from scorekeeper.views.responses import after_change
from scorekeeper.web.requests import Request


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
    form, changed_by = BackForm(request.POST), table.log.changed_by
    if not (form.is_valid() and changed_by(to) and changed_by(form.cleaned_data["newest"])):
        raise Http404
    return after_change(request, table, lambda: set_back(table, to, **form.cleaned_data))
