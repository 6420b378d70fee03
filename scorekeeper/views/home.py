"""What a device sees first, and the lists of its games."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.models import GameSession, Member, Role
from scorekeeper.pages.finished_games import Finished
from scorekeeper.tables.named import presets
from scorekeeper.tables.table import Table

OF_LATE = 8
SAVED = 6
A_PAGE = 50


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    mine = GameSession.objects.for_device(request.device)
    members = list(Member.objects.of_device(request.device))
    context = {
        "known": members,
        "may_host": any(member.role == Role.HOST for member in members),
        "groups": [one.group for one in members if one.role >= Role.SCORER and not one.session_id],
        "games": registry.games().values(),
        "presets": presets(request)[:SAVED],
        "under_way": [Table(session) for session in mine.under_way().with_play()[:OF_LATE]],
        "finished": [Finished(session) for session in mine.finished().with_seats()[:OF_LATE]],
    }
    return render(request, "home/home.html", context)


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """Every game this device may see, finished or not, the last played first."""
    sessions = (
        GameSession.objects.for_device(request.device)
        .kept()
        .with_play()
        .order_by("-played_at", "-pk")
    )
    page = Paginator(sessions, A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "home/games.html", {"page": page, "tables": [Table(session) for session in page]}
    )


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    sessions = GameSession.objects.for_device(request.device, Role.HOST).deleted().with_play()
    return render(
        request, "home/deleted.html", {"tables": [Table(session) for session in sessions[:A_PAGE]]}
    )
