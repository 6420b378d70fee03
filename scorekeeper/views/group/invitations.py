"""Invitations to start a group: a host's page with the link, and what the link opens."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.formats import format_day
from scorekeeper.models import Role
from scorekeeper.people.invitations import find_invitation, invitation_of_host, remember_invitation
from scorekeeper.web.addresses import is_this_machine, qr_code, site_address
from scorekeeper.web.requests import Request


@require_safe
@never_cache
def show(request: Request, pk: int) -> HttpResponse:
    """Show a host the link that lets someone else start a group."""
    group = group_or_404(request, pk, Role.HOST)
    invitation = invitation_of_host(group)
    site = site_address(request)
    url = site + invitation.path
    context = {
        "group": group,
        "invitation": invitation,
        "until": format_day(localtime(invitation.time), "day and time"),
        "url": url,
        "qr": qr_code(url),
        "out_of_reach": is_this_machine(site.partition("://")[2].partition(":")[0]),
    }
    return render(request, "people/invite_group.html", context)


@require_safe
@never_cache
def accept(request: Request, secret: str) -> HttpResponse:
    """Remember the invitation on this device. It counts once a group is started with it."""
    if not (invitation := find_invitation(secret)):
        return not_invited(request, 404, by_link=True)
    response = redirect("home")
    remember_invitation(response, invitation, secret)
    return response


def not_invited(request: Request, status: int, by_link: bool = False) -> HttpResponse:
    """Say how to get in. `by_link`: whether the device came by a link."""
    return render(request, "people/not_invited.html", {"spent": by_link}, status=status)
