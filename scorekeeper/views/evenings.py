"""The evenings of a group, and one of them."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.pages.statistics.evenings import NotFirst, evening_context, evenings_context
from scorekeeper.statistics.history import history_of
from scorekeeper.views.responses import group_page
from scorekeeper.web.requests import Request


@require_safe
def evenings(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk)
    return group_page(
        request,
        group,
        "statistics/evenings.html",
        lambda: evenings_context(history_of(group), request.GET.get("page")),
    )


@require_safe
def evening(request: Request, pk: int, play: int) -> HttpResponse:
    """The evening that begins with this game. Its other games lead to it."""
    group = group_or_404(request, pk)
    try:
        return group_page(
            request,
            group,
            "statistics/evening.html",
            lambda: evening_context(history_of(group), group, play),
        )
    except NotFirst as other:
        return redirect("evening", pk, other.first)
