"""The groups and single games that this device belongs to, and what hosts do there."""

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import group_or_404, note_seen
from scorekeeper.forms.seasons import PointsForm
from scorekeeper.models import Group, Member, Role
from scorekeeper.models.locks import lock_device
from scorekeeper.operating.abandoned import deletion_time
from scorekeeper.people.deletion import Restorable
from scorekeeper.people.forms import GroupForm
from scorekeeper.people.groups import set_points, watchers
from scorekeeper.people.invitations import may_start_group
from scorekeeper.web.requests import Request


@require_safe
def groups(request: Request) -> HttpResponse:
    mine = Member.objects.of_device(request.device)
    context = {
        "members": mine.filter(session=None),
        "guest": mine.filter(session__deleted_at=None)
        .exclude(session=None)
        .select_related("session", "group"),
        "restorable": Restorable(request.device),
        "by_invitation": not may_start_group(request),
    }
    return render(request, "people/groups.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def group(request: Request, pk: int) -> HttpResponse:
    """Show the group's devices and name; a POST renames it."""
    group = group_or_404(request, pk, Role.HOST if request.method == "POST" else Role.VIEWER)
    if request.method != "POST":
        return members_page(request, group)
    form = GroupForm(request.POST)
    if not form.is_valid():
        return members_page(request, group, form, status=422)
    Group.objects.filter(pk=pk).update(name=form.cleaned_data["name"], named=True)
    return redirect("group", pk)


@require_POST
def keep_name(request: Request, pk: int) -> HttpResponse:
    """The names of its players stay the group's name: home asks for no other."""
    group = group_or_404(request, pk, Role.HOST)
    Group.objects.filter(pk=group.pk).update(named=True)
    return redirect("home")


@require_POST
def points(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    form = PointsForm(group, request.POST)
    if not form.is_valid():
        return members_page(request, group, points_form=form, status=422)
    set_points(group, form.cleaned_data["points"])
    return redirect("group", pk)


def members_page(
    request: Request,
    group: Group,
    form: GroupForm | None = None,
    points_form: PointsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    devices = group.members.present().select_related("session").order_by("-role", "-seen_at")
    may_host = group.role == Role.HOST
    was_to_end = deletion_time(group)
    note_seen({group.member_id: group.seen_at})  # which puts the end off
    context = {
        "abandoned_days": settings.ABANDONED_GROUPS_DAYS,
        "was_to_end": was_to_end,
        "group": group,
        "form": form or GroupForm(initial={"name": group.name if group.named else ""}),
        "points_form": points_form or PointsForm(group),
        "may_host": may_host,
        "devices": devices if may_host else devices.filter(device=request.device, session=None),
        "me": group.member_id,
        "by_invitation": settings.NEW_GROUPS == "invited",
        "watchers": watchers(group).count_devices() if may_host else 0,
        "removing": reverse("remove_group_watchers", args=[group.pk]),
        "picture_links": group.picture_links.count() if may_host else 0,
    }
    return render(request, "people/group.html", context, status=status)


@require_POST
def use_group(request: Request, pk: int) -> HttpResponse:
    """Make this device start its games in this group from now on."""
    member = Member.objects.get(pk=group_or_404(request, pk).member_id)
    with transaction.atomic():
        lock_device(request.device)
        member.use()
    return redirect("home")
