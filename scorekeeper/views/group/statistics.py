"""The statistics of a group: what it has played, and on which evenings."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.pages.statistics.evenings import NotFirst, evening_context, evenings_context
from scorekeeper.pages.statistics.group import family_context, group_context
from scorekeeper.pages.statistics.years import year_context
from scorekeeper.statistics.periods import Period
from scorekeeper.views.responses import family_or_404, group_page
from scorekeeper.web.requests import Request, number_in_query


@require_safe
def group(request: Request, pk: int) -> HttpResponse:
    """Standings, games a month and which games, in a period."""
    period = Period.parse(request.GET.dict())
    group = group_or_404(request, pk)
    return group_page(request, group, "statistics/group.html", group_context, period)


@require_safe
def year(request: Request, pk: int, year: int) -> HttpResponse:
    group = group_or_404(request, pk)
    return group_page(request, group, "statistics/year.html", year_context, year)


@require_safe
def family(request: Request, pk: int, game: str) -> HttpResponse:
    """One game: standings, records, and figures of its own."""
    group = group_or_404(request, pk)
    family, against = family_or_404(request, group, game), number_in_query(request, "against")
    return group_page(request, group, "statistics/family.html", family_context, family, against)


@require_safe
def evenings(request: Request, pk: int) -> HttpResponse:
    group, page = group_or_404(request, pk), request.GET.get("page")
    return group_page(request, group, "statistics/evenings.html", evenings_context, page)


@require_safe
def evening(request: Request, pk: int, play: int) -> HttpResponse:
    """The evening that begins with this game. Its other games lead to it."""
    group = group_or_404(request, pk)
    try:
        return group_page(
            request, group, "statistics/evening.html", evening_context, group.points, play
        )
    except NotFirst as other:
        return redirect("evening", pk, other.first)
