"""One device of a group: its name, its role, and removing it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import device_or_404
from scorekeeper.forms.errors import FormError
from scorekeeper.models import Group, Member, Role
from scorekeeper.people.forms import DeviceForm, RoleForm, role_choices
from scorekeeper.people.groups import LastHost, name_device, remove_device, set_role
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
def device(request: Request, pk: int) -> HttpResponse:
    """Show the device's page; a POST renames it."""
    member = device_or_404(request, pk)
    if request.method != "POST":
        return device_page(request, member)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return device_page(request, member, form, status=422)
    name_device(member, form.cleaned_data["name"])
    return back(request, member)


@require_POST
def change_role(request: Request, pk: int) -> HttpResponse:
    member = device_or_404(request, pk, Role.HOST)
    form = RoleForm(member, request.POST)
    if not form.is_valid():
        return device_page(request, member, status=422)
    try:
        set_role(member, form.cleaned_data["role"])
    except LastHost:
        return device_page(request, member, refusal="role", status=422)
    return back(request, member)


@require_POST
def remove(request: Request, pk: int) -> HttpResponse:
    """A host removes a device, or a device leaves."""
    member = device_or_404(request, pk)
    try:
        remove_device(member, for_good=member.device != request.device and "renew" in request.POST)
    except LastHost:
        return device_page(request, member, refusal="remove", status=422)
    return back(request, member)


def back(request: Request, member: Member) -> HttpResponse:
    """Redirect to the group's page, or to the list of groups if this device cannot see it."""
    mine = Group.objects.for_device(request.device).filter(pk=member.group_id)
    return redirect("group", member.group_id) if mine.exists() else redirect("groups")


def device_page(
    request: Request,
    member: Member,
    form: DeviceForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    group = Group.objects.for_device(request.device).filter(pk=member.group_id).first()
    whole = member.group.members.present().filter(device=member.device, session=None)
    last_host = _("This is the only host. Make another device a host first.")
    field = "id_role" if refusal == "role" else ""
    context = {
        "member": member,
        "form": form or DeviceForm(initial={"name": member.shown_name}),
        "mine": member.device == request.device,
        "may_host": group is not None and group.role == Role.HOST,
        "in_group": group is not None,
        "roles": role_choices(member),
        "stays": bool(member.session_id) and whole.exists(),
        "role_error": last_host if refusal == "role" else "",
        "remove_error": last_host if refusal == "remove" else "",
        "failures": [FormError(last_host, field)] if refusal else [],
    }
    return render(request, "people/device.html", context, status=status)
