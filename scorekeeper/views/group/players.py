"""The players of this device's groups: what they played, their names and marks, merging two."""

import re

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import group_or_404
from scorekeeper.models import Group, Player, Role
from scorekeeper.pages.statistics.player import player_context, player_family_context
from scorekeeper.pages.statistics.years import year_context
from scorekeeper.people.forms import MergeForm, PlayerForm
from scorekeeper.people.groups import change_player
from scorekeeper.people.invitations import may_start_group
from scorekeeper.people.merging import merge_players
from scorekeeper.views.responses import family_or_404, group_page
from scorekeeper.web.requests import Request

NUMBER = re.compile("[1-9][0-9]?")  # of a page


@require_safe
def players(request: Request) -> HttpResponse:
    groups = Group.objects.for_device(request.device)
    number = request.GET.get("page", "")
    context = {
        "groups": groups,
        "number": int(number) if NUMBER.fullmatch(number) else 1,
        "by_invitation": not may_start_group(request),
    }
    return render(request, "people/players.html", context)


@require_safe
def player(request: Request, pk: int) -> HttpResponse:
    player, group = player_and_group(request, pk)
    return group_page(request, group, "statistics/player.html", player_context, player)


@require_safe
def player_family(request: Request, pk: int, game: str) -> HttpResponse:
    player, group = player_and_group(request, pk)
    family, template = family_or_404(request, group, game), "statistics/player_family.html"
    return group_page(request, group, template, player_family_context, player, family)


@require_safe
def year(request: Request, pk: int, year: int) -> HttpResponse:
    player, group = player_and_group(request, pk)
    return group_page(request, group, "statistics/year.html", year_context, year, player)


def player_and_group(request: Request, pk: int) -> tuple[Player, Group]:
    player = player_or_404(request, pk)
    return player, group_or_404(request, player.group_id)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Request, pk: int) -> HttpResponse:
    """The name and the mark, for hosts."""
    player = player_or_404(request, pk, Role.HOST)
    if request.method != "POST":
        return edit_page(request, player)
    form = PlayerForm(player, request.POST)
    if not form.is_valid():
        return edit_page(request, player, form)
    try:
        change_player(player, form.changes)
    except IntegrityError:  # another device just took the name
        return edit_page(request, player, PlayerForm(player, request.POST))
    return redirect("player", pk)


def edit_page(
    request: Request, player: Player, form: PlayerForm | None = None, merge: MergeForm | None = None
) -> HttpResponse:
    """Show the page, with the refused form if there is one."""
    context = {"player": player, "form": form or PlayerForm(player), "merge": merge}
    status = 422 if form or merge else 200
    return render(request, "people/edit_player.html", context, status=status)


@require_POST
def merge(request: Request, pk: int) -> HttpResponse:
    """Merge two players, after asking again: a merge cannot be undone."""
    player = player_or_404(request, pk, Role.HOST)
    form = MergeForm(player, request.POST)
    if not form.is_valid():
        return edit_page(request, player, merge=form)
    into = form.cleaned_data["into"]
    if not form.cleaned_data["sure"]:
        context = {"player": player, "into": into, "games": player.seats.count()}
        return render(request, "people/merge.html", context)
    try:
        merge_players(player, into)
    except IntegrityError:  # both have sat down at one table in the meantime
        return edit_page(request, player, merge=MergeForm(player, request.POST))
    return redirect("players")


def player_or_404(request: Request, pk: int, role: Role = Role.VIEWER) -> Player:
    groups = Group.objects.for_device(request.device)
    player = get_object_or_404(Player.objects.select_related("group"), pk=pk, group__in=groups)
    if not Group.objects.for_device(request.device, role).contains(player.group):
        raise PermissionDenied
    return player
