"""The statistics of a group: what it has played, and on which evenings."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.pages.statistics.evenings import NotFirst, evening_context, evenings_context
from scorekeeper.pages.statistics.group import family_context, group_context
from scorekeeper.pages.statistics.years import year_context
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.periods import Period
from scorekeeper.views.responses import family_or_404, group_page, number_in_query
from scorekeeper.web.requests import Request


@require_safe
def group(request: Request, pk: int) -> HttpResponse:
    """Standings, games a month and which games, in a period."""
    group = group_or_404(request, pk)
    period = Period.parse(request.GET.dict())
    return group_page(
        request, group, "statistics/group.html", lambda: group_context(history_of(group), period)
    )


@require_safe
def year(request: Request, pk: int, year: int) -> HttpResponse:
    """The group's year in review."""
    group = group_or_404(request, pk)
    return group_page(
        request, group, "statistics/year.html", lambda: year_context(history_of(group), year)
    )


@require_safe
def family(request: Request, pk: int, game: str) -> HttpResponse:
    """One game: standings, records, and figures of its own."""
    group = group_or_404(request, pk)
    family = family_or_404(request, group, game)
    against = number_in_query(request, "against")
    return group_page(
        request,
        group,
        "statistics/family.html",
        lambda: family_context(history_of(group), family, against),
    )


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
