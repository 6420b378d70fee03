"""The page to show to others: a QR code, a link and a code to type."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import group_or_404, table_or_404
from scorekeeper.models import GameSession, Group, Link, Role
from scorekeeper.people import codes, links
from scorekeeper.people.groups import members_like, remove_watchers, renew_link, watchers
from scorekeeper.tables.table import Table
from scorekeeper.web.addresses import is_this_machine, qr_code, site_address
from scorekeeper.web.requests import Request, number_in_query

ROLES = {"watch": Role.VIEWER, "enter": Role.SCORER, "host": Role.HOST}


@require_safe
@never_cache
def share_game(request: Request, pk: int) -> HttpResponse:
    """A scorer may let others watch; a host, let them score, too."""
    table = table_or_404(request, pk, Role.SCORER)
    session = table.session
    names = ["watch", "enter"] if session.may(Role.HOST) else ["watch"]
    link = Link.to(session.group, role_in_address(request, names), session)
    context = {"table": table, "offered": names, "whole": whole_group(request, table)}
    context["may_renew"] = session.may(Role.HOST)
    if session.may(Role.HOST) and link.role == Role.VIEWER:
        context["watchers"] = watchers(session.group, session).count_devices()
        context["removing"] = reverse("remove_watchers", args=[pk])
    return share_page(request, link, session.member_id, reverse("renew", args=[pk]), context)


@require_safe
@never_cache
def share_group(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    link = Link.to(group, role_in_address(request, list(ROLES)))
    context = {"offered": list(ROLES), "may_renew": True}
    return share_page(
        request, link, group.member_id, reverse("renew_invitation", args=[pk]), context
    )


@require_POST
def renew_game(request: Request, pk: int) -> HttpResponse:
    session = table_or_404(request, pk, Role.HOST).session
    return renew(
        request,
        Link.to(session.group, role_in_address(request, ["watch", "enter"]), session),
        reverse("share", args=[pk]),
    )


@require_POST
def renew_group(request: Request, pk: int) -> HttpResponse:
    link = Link.to(group_or_404(request, pk, Role.HOST), role_in_address(request, list(ROLES)))
    return renew(request, link, reverse("invite", args=[pk]))


def renew(request: Request, link: Link, back: str) -> HttpResponse:
    renew_link(link, and_remove="remove" in request.POST and link.role < Role.HOST)
    return redirect(f"{back}?as={name_of(link)}")


@require_POST
def remove_game_watchers(request: Request, pk: int) -> HttpResponse:
    session = table_or_404(request, pk, Role.HOST).session
    remove_watchers(session.group, session, for_good="renew" in request.POST)
    return redirect("share", pk)


@require_POST
def remove_group_watchers(request: Request, pk: int) -> HttpResponse:
    remove_watchers(group_or_404(request, pk, Role.HOST), None, for_good="renew" in request.POST)
    return redirect("group", pk)


def role_in_address(request: Request, names: list[str]) -> Role:
    """Return the role that the address asks for; watching if it names none."""
    name = request.GET.get("as", "watch")
    if name not in ROLES:
        raise Http404
    if name not in names:
        raise PermissionDenied
    return ROLES[name]


def name_of(link: Link) -> str:
    return next(name for name, role in ROLES.items() if role == link.role)


def whole_group(request: Request, table: Table) -> Group | None:
    """The group that the game belongs to, if this device may invite into all of it."""
    groups = Group.objects.for_device(request.device, Role.HOST)
    return groups.filter(pk=table.session.group_id).first()


def share_page(
    request: Request, link: Link, member_id: int, renewing: str, context: dict[str, Any]
) -> HttpResponse:
    own = {
        **invitation(request, link, member_id),
        "as": name_of(link),
        "renewing": f"{renewing}?as={name_of(link)}",
    }
    if context["may_renew"] and link.role < Role.HOST:
        own["removable"] = members_like(link).count_devices()
    response = render(request, "people/share.html", {**context, **own})
    return refresh_if_renewed(request, response, link)


def invitation(request: Request, link: Link, member_id: int, query: str = "") -> dict[str, object]:
    """Return what others scan, open or type. `query` is added to the address in the QR code."""
    site = site_address(request)
    code = codes.show_code(link, member_id, beating=bool(request.htmx))
    return {
        "link": link,
        "site": site.partition("://")[2],
        "url": site + links.path(link),
        "qr": qr_code(site + links.path(link) + query),
        "code": codes.split_code(code),
        "letters": len(code),
        "out_of_reach": is_this_machine(site.partition("://")[2].partition(":")[0]),
    }


def refresh_if_renewed(request: Request, response: HttpResponse, link: Link) -> HttpResponse:
    """Reload the page if somebody renewed the link that it shows."""
    if request.htmx and number_in_query(request, "generation") != link.generation:
        response.headers["HX-Refresh"] = "true"
    return response


@require_safe
@never_cache
def large_screen(request: Request, pk: int) -> HttpResponse:
    """Explain how to show the game on a television. Only a scorer can show the code for it."""
    table = table_or_404(request, pk)
    session = table.session
    if not session.may(Role.SCORER):
        return render(request, "tables/large_screen.html", {"table": table})
    link = link_for_evening(session)
    context = invitation(request, link, session.member_id, query="?screen")
    response = render(request, "tables/large_screen.html", {"table": table, **context})
    return refresh_if_renewed(request, response, link)


@require_safe
@never_cache
def display_code(request: Request, pk: int) -> HttpResponse:
    """The corner of the large screen from which others join, to watch for the evening. A television
    that may only watch shows it, too.
    """
    session = table_or_404(request, pk).session
    context = invitation(request, link_for_evening(session), session.member_id)
    return render(request, "tables/_display_code.html", context)


def link_for_evening(session: GameSession) -> Link:
    """Return the link that a large screen shows to everyone who passes by."""
    link = Link.to(session.group, Role.VIEWER, session)
    link.ticket = links.current_ticket(link)
    return link
