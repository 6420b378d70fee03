"""One device of a group: what it is called, what it may do, and taking it out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import device_or_404
from scorekeeper.forms import DeviceForm, RoleForm
from scorekeeper.models import Group, Member, Role
from scorekeeper.people.groups import LastHost, name_device, remove_device, set_role


@require_http_methods(["GET", "HEAD", "POST"])
def device(request: HttpRequest, pk: int) -> HttpResponse:
    """What is sent here is its name."""
    member = device_or_404(request, pk)
    if request.method != "POST":
        return page(request, member)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return page(request, member, form, status=422)
    name_device(member, form.cleaned_data["name"])
    return back(request, member)


@require_POST
def change_role(request: HttpRequest, pk: int) -> HttpResponse:
    member = device_or_404(request, pk, Role.HOST)
    form = RoleForm(member, request.POST)
    if not form.is_valid():
        return page(request, member, status=422)
    try:
        set_role(member, form.cleaned_data["role"])
    except LastHost:
        return page(request, member, refused="role", status=422)
    return back(request, member)


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """A host takes a device out; a device leaves."""
    member = device_or_404(request, pk)
    try:
        remove_device(member, for_good=member.device != request.device and "renew" in request.POST)
    except LastHost:
        return page(request, member, refused="remove", status=422)
    return back(request, member)


def back(request: HttpRequest, member: Member) -> HttpResponse:
    """To the group's page, unless this device belongs to the group no more, or to one game only."""
    mine = Group.objects.for_device(request.device).filter(pk=member.group_id)
    return redirect("group", member.group_id) if mine.exists() else redirect("groups")


def page(
    request: HttpRequest,
    member: Member,
    form: DeviceForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    hosted = Group.objects.for_device(request.device, Role.HOST).filter(pk=member.group_id).exists()
    whole = member.group.members.present().filter(device=member.device, session=None)
    context = {
        "member": member,
        "form": form or DeviceForm(initial={"name": member.name}),
        "mine": member.device == request.device,
        "may_host": hosted,
        "in_group": Group.objects.for_device(request.device).filter(pk=member.group_id).exists(),
        "roles": RoleForm(member).fields["role"].choices,
        "stays": bool(member.session_id) and whole.exists(),
        "refused": refused,
        "last_host": _("This is the only host. Make another device a host first."),
    }
    return render(request, "people/device.html", context, status=status)
