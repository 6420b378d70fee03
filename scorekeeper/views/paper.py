"""Blank score sheets to print, for the time without a phone."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.access import session_or_404
from scorekeeper.pages.paper import blank_sheet, player_counts, sheet_of, usual_players
from scorekeeper.tables.table import Table
from scorekeeper.web.requests import Request, number_in_query


@require_safe
def blank(request: Request, game: str) -> HttpResponse:
    """A sheet without names, for `players` players. It says nothing about any group."""
    requested_game = registry.games().get(game)
    if not requested_game:
        raise Http404
    counts = player_counts(requested_game)
    players = number_in_query(request, "players") or usual_players(requested_game)
    if players not in counts:
        raise Http404
    context = {
        "title": _(requested_game.title),
        "sheet": blank_sheet(requested_game, players),
        "players": players,
        "counts": counts,
        "back": reverse("rules", args=[game]),
    }
    return render(request, "paper/paper.html", context)


@require_safe
def of_table(request: Request, pk: int) -> HttpResponse:
    """A sheet with the names and the options of a game, to go on without a phone."""
    table = Table.of(session_or_404(request, pk))
    context = {"title": table.display_title, "sheet": sheet_of(table), "back": table.url}
    return render(request, "paper/paper.html", context)
