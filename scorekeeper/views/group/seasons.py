"""The seasons of a group: a list, one of them, and what hosts change."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import group_or_404
from scorekeeper.forms.seasons import SeasonForm
from scorekeeper.models import Group, Role, Season
from scorekeeper.pages.statistics.seasons import season_context, seasons_context
from scorekeeper.people.groups import change_season, create_season, delete_season
from scorekeeper.views.responses import group_page
from scorekeeper.web.requests import Request


@require_safe
def seasons(request: Request, pk: int) -> HttpResponse:
    group, page = group_or_404(request, pk), request.GET.get("page")
    return group_page(request, group, "statistics/seasons.html", seasons_context, group, page)


@require_safe
def season(request: Request, pk: int, season_pk: int) -> HttpResponse:
    group, season = group_and_season(request, pk, season_pk)
    page = request.GET.get("page")
    return group_page(request, group, "statistics/season.html", season_context, season, page)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    form = SeasonForm(group, data=request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return form_page(request, group, form)
    return redirect("season", pk, create_season(group, form.cleaned_data).pk)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Request, pk: int, season_pk: int) -> HttpResponse:
    group, season = group_and_season(request, pk, season_pk, Role.HOST)
    form = SeasonForm(group, season, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return form_page(request, group, form, season)
    change_season(season, form.cleaned_data)
    return redirect("season", pk, season_pk)


def form_page(
    request: Request, group: Group, form: SeasonForm, season: Season | None = None
) -> HttpResponse:
    context = {"group": group, "form": form, "season": season}
    status = 422 if form.is_bound else 200
    return render(request, "statistics/edit_season.html", context, status=status)


@require_POST
def delete(request: Request, pk: int, season_pk: int) -> HttpResponse:
    """Delete a season, after asking again: this cannot be undone."""
    group, season = group_and_season(request, pk, season_pk, Role.HOST)
    if "sure" not in request.POST:
        context = {"group": group, "season": season}
        return render(request, "statistics/delete_season.html", context)
    delete_season(season)
    return redirect("seasons", pk)


def group_and_season(
    request: Request, pk: int, season_pk: int, role: Role = Role.VIEWER
) -> tuple[Group, Season]:
    group = group_or_404(request, pk, role)
    return group, get_object_or_404(group.seasons, pk=season_pk)
