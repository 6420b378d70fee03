"""The page from which hosts take their group's games out, bring others in, and connect programs."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.models import Calendar, Group, Role
from scorekeeper.people import calendars
from scorekeeper.web.addresses import site_address
from scorekeeper.web.requests import Request


@require_safe
def exchange(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    context = {"group": group, **calendar_context(request, group), **webhooks_context(group)}
    return render(request, "exchange/exchange.html", context)


def calendar_context(request: Request, group: Group) -> dict[str, object]:
    """The link to the group's calendar, if there is one."""
    known = Calendar.objects.filter(group=group).first()
    return {"calendar": site_address(request) + calendars.path(known) if known else ""}


def webhooks_context(group: Group) -> dict[str, object]:
    return {"webhooks": group.webhooks.all()}
