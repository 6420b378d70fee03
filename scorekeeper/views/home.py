"""Home, and the lists of games."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.models import GameSession, Member, Role
from scorekeeper.pages.finished_games import FinishedGame
from scorekeeper.pages.game_list import GameList
from scorekeeper.tables.presets import presets
from scorekeeper.tables.table import Table
from scorekeeper.web.requests import Request

RECENT = 8
SAVED = 6
A_PAGE = 25


@require_safe
def home(request: Request) -> HttpResponse:
    members = list(Member.objects.of_device(request.device))
    under_way = GameSession.objects.under_way().first_for(members, RECENT)
    finished = GameSession.objects.finished().first_for(members, RECENT)
    groups = [one.group for one in members if one.role >= Role.SCORER and not one.session_id]
    context = {
        "known": members,
        "may_host": any(member.role == Role.HOST for member in members),
        "groups": groups,
        "games": registry.games().values(),
        "presets": presets(group.pk for group in groups)[:SAVED],
        "under_way": [Table(session) for session in under_way.with_play()[:RECENT]],
        "finished": [FinishedGame(session) for session in finished.with_seats()[:RECENT]],
    }
    return render(request, "home/home.html", context)


@require_safe
def all_games(request: Request) -> HttpResponse:
    """All games that this device may see, the last played first."""
    games = GameList(Member.objects.of_device(request.device))
    pages: Paginator[Table | FinishedGame]
    pages = Paginator(games, A_PAGE)  # type: ignore[arg-type] # it only slices
    page = pages.get_page(request.GET.get("page"))
    return render(request, "home/games.html", {"page": page, "games": list(page)})


@require_safe
def deleted(request: Request) -> HttpResponse:
    mine = GameSession.objects.for_device(request.device, Role.HOST).restorable()
    tables = [Table(session) for session in mine.with_play()[:A_PAGE]]
    return render(request, "home/deleted.html", {"tables": tables})
