"""The page from which hosts take their group's games out, bring others in, and connect programs."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.models import Role
from scorekeeper.web.requests import Request


@require_safe
def exchange(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    return render(request, "exchange/exchange.html", {"group": group})
