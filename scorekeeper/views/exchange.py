"""The page from which hosts take their group's games out, bring others in, and connect programs."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import render

from scorekeeper.models import Group
from scorekeeper.web.requests import Request


def exchange_page(
    request: Request, group: Group, parts: Mapping[str, object], status: int = 200
) -> HttpResponse:
    """The page; `parts` is what its parts show."""
    context = {"group": group, **parts}
    return render(request, "exchange/exchange.html", context, status=status)
