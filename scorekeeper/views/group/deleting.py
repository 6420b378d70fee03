"""Deleting a group, a player or a device, and the page that brings back what was deleted."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import group_or_404
from scorekeeper.models import GameSession, Group, Member, Player, Role
from scorekeeper.pages.game_rows import table_row
from scorekeeper.people.deletion import (
    Restorable,
    delete_device,
    delete_group,
    delete_player,
    restore_device,
    restore_group,
    restore_player,
)
from scorekeeper.people.groups import LastHost
from scorekeeper.views.group.devices import device_page
from scorekeeper.views.group.players import player_or_404
from scorekeeper.web.requests import Request

A_PAGE = 25


@require_safe
def deleted_items(request: Request) -> HttpResponse:
    mine = GameSession.objects.for_device(request.device, Role.HOST).restorable()
    tables = [table_row(session) for session in mine.with_play()[:A_PAGE]]
    context = {"tables": tables, "restorable": Restorable(request.device)}
    return render(request, "home/deleted.html", context)


def is_sure(request: Request) -> bool:
    """Return whether the page that asks once more was answered."""
    return request.method == "POST" and "sure" in request.POST


@require_http_methods(["GET", "HEAD", "POST"])
def group(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    if not is_sure(request):
        context = {"group": group, "games": group.sessions.not_deleted().count()}
        return render(request, "people/delete_group.html", context)
    delete_group(group)
    return redirect("deleted")


@require_POST
def group_back(request: Request, pk: int) -> HttpResponse:
    restore_group(get_object_or_404(Group.objects.restorable(request.device), pk=pk))
    return redirect("group", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: Request, pk: int) -> HttpResponse:
    player = player_or_404(request, pk, Role.HOST)
    if not is_sure(request):
        context = {"player": player, "games": player.seats.count()}
        return render(request, "people/delete_player.html", context)
    delete_player(player)
    return redirect("deleted")


@require_POST
def player_back(request: Request, pk: int) -> HttpResponse:
    player = get_object_or_404(Player.everyone.exclude(deleted_at=None), pk=pk)
    group_or_404(request, player.group_id, Role.HOST)
    if restore_player(player):
        return redirect(reverse("edit_player", args=[pk]) + "?numbered")
    return redirect("deleted")


@require_http_methods(["GET", "HEAD", "POST"])
def device(request: Request, pk: int) -> HttpResponse:
    """Delete a device, even one that was removed before and has only a name in the history."""
    devices = Member.objects.filter(maker=None, deleted_at=None).select_related("group")
    member = get_object_or_404(devices, pk=pk)
    group_or_404(request, member.group_id, Role.HOST)
    may_come_back = bool(member.role) and member.device != request.device
    if not is_sure(request):
        back = reverse("device", args=[pk]) if member.role else reverse("deleted")
        context = {"member": member, "back": back, "may_come_back": may_come_back}
        return render(request, "people/delete_device.html", context)
    try:
        delete_device(member, for_good=may_come_back and "renew" in request.POST)
    except LastHost:
        return device_page(request, member, refusal="remove", status=422)
    return redirect("deleted")


@require_POST
def device_back(request: Request, pk: int) -> HttpResponse:
    member = get_object_or_404(Member.objects.exclude(deleted_at=None), pk=pk)
    group_or_404(request, member.group_id, Role.HOST)
    restore_device(member)
    return redirect("deleted")
