"""The players of this device's groups: renaming and merging them."""

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.forms import MergeForm, RenameForm
from scorekeeper.models import Group, Player, Role
from scorekeeper.people.groups import rename_player
from scorekeeper.people.merging import merge_players
from scorekeeper.web.requests import Request


@require_safe
def players(request: Request) -> HttpResponse:
    return page(request)


def page(
    request: Request,
    rename: RenameForm | None = None,
    merge: MergeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """With a refused form, if there is one, in the place of its player's own."""
    groups = Group.objects.for_device(request.device, Role.HOST).with_players()
    refused = rename or merge
    sent = refused.player.pk if refused else None
    context = {"groups": groups, "sent": sent, "rename": rename, "merge": merge}
    return render(request, "people/players.html", context, status=status)


@require_POST
def rename(request: Request, pk: int) -> HttpResponse:
    player = player_or_404(request, pk)
    form = RenameForm(player, request.POST)
    if not form.is_valid():
        return page(request, rename=form, status=422)
    try:
        rename_player(player, form.cleaned_data["name"])
    except IntegrityError:  # another device just took the name
        return page(request, rename=RenameForm(player, request.POST), status=422)
    return redirect("players")


@require_POST
def merge(request: Request, pk: int) -> HttpResponse:
    """Asks once more, because a merge cannot be undone."""
    player = player_or_404(request, pk)
    form = MergeForm(player, request.POST)
    if not form.is_valid():
        return page(request, merge=form, status=422)
    into = form.cleaned_data["into"]
    if not form.cleaned_data["sure"]:
        return render(
            request,
            "people/merge.html",
            {"player": player, "into": into, "games": player.seats.count()},
        )
    try:
        merge_players(player, into)
    except IntegrityError:  # meanwhile both sat down at one table
        return page(request, merge=MergeForm(player, request.POST), status=422)
    return redirect("players")


def player_or_404(request: Request, pk: int) -> Player:
    mine, hosted = (
        Group.objects.for_device(request.device, role) for role in (Role.VIEWER, Role.HOST)
    )
    player = get_object_or_404(Player.objects.select_related("group"), pk=pk, group__in=mine)
    if player.group not in hosted:
        raise PermissionDenied
    return player
