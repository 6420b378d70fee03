"""The players of this device's groups: their names and marks, and merging two."""

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.models import Group, Player, Role
from scorekeeper.people.forms import MergeForm, PlayerForm
from scorekeeper.people.groups import change_player
from scorekeeper.people.merging import merge_players
from scorekeeper.web.requests import Request


@require_safe
def players(request: Request) -> HttpResponse:
    groups = Group.objects.for_device(request.device).with_players()
    return render(request, "people/players.html", {"groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: Request, pk: int) -> HttpResponse:
    if request.method != "POST":
        return page(request, player_or_404(request, pk))
    player = player_or_404(request, pk, Role.HOST)
    form = PlayerForm(player, request.POST)
    if not form.is_valid():
        return page(request, player, form)
    try:
        change_player(player, form.changes)
    except IntegrityError:  # another device just took the name
        return page(request, player, PlayerForm(player, request.POST))
    return redirect("players")


def page(
    request: Request,
    player: Player,
    form: PlayerForm | None = None,
    merge: MergeForm | None = None,
) -> HttpResponse:
    """With a refused form, if there is one. Only hosts see the forms."""
    context = {
        "player": player,
        "games": player.seats.count(),
        "may_change": player.group in Group.objects.for_device(request.device, Role.HOST),
        "form": form or PlayerForm(player),
        "merge": merge,
    }
    status = 422 if form or merge else 200
    return render(request, "people/player.html", context, status=status)


@require_POST
def merge(request: Request, pk: int) -> HttpResponse:
    """Asks once more, because a merge cannot be undone."""
    player = player_or_404(request, pk, Role.HOST)
    form = MergeForm(player, request.POST)
    if not form.is_valid():
        return page(request, player, merge=form)
    into = form.cleaned_data["into"]
    if not form.cleaned_data["sure"]:
        context = {"player": player, "into": into, "games": player.seats.count()}
        return render(request, "people/merge.html", context)
    try:
        merge_players(player, into)
    except IntegrityError:  # meanwhile both sat down at one table
        return page(request, player, merge=MergeForm(player, request.POST))
    return redirect("players")


def player_or_404(request: Request, pk: int, role: Role = Role.VIEWER) -> Player:
    mine, allowed = (
        Group.objects.for_device(request.device, least) for least in (Role.VIEWER, role)
    )
    player = get_object_or_404(Player.objects.select_related("group"), pk=pk, group__in=mine)
    if player.group not in allowed:
        raise PermissionDenied
    return player
