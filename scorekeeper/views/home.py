"""Home, and the lists of games."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.models import GameSession, Member, Role
from scorekeeper.pages.finished_games import FinishedGame
from scorekeeper.pages.game_list import YEARS, Filters, GameList, Place
from scorekeeper.pages.game_rows import table_row
from scorekeeper.tables.presets import Tile, tiles
from scorekeeper.views.responses import number_in_query
from scorekeeper.web.requests import Request

RECENT = 6
SAVED = 6
TILES = 8
A_PAGE = 25
TEXT_LENGTH = 200


@require_safe
def home(request: Request) -> HttpResponse:
    members = list(Member.objects.of_device(request.device))
    under_way = GameSession.objects.under_way().first_for(members, RECENT)
    finished = GameSession.objects.finished().first_for(members, RECENT)
    groups = [one.group for one in members if one.role >= Role.SCORER and not one.session_id]
    context = {
        "known": members,
        "faults": registry.faults() if settings.DEV or may_host(members) else (),
        "groups": groups,
        **first_tiles(tiles([group.pk for group in groups], SAVED)),
        "under_way": [table_row(session) for session in under_way.with_play()[:RECENT]],
        "finished": [FinishedGame(session) for session in finished.with_seats()[:RECENT]],
    }
    return render(request, "home/home.html", context)


def first_tiles(offered: Sequence[Tile]) -> dict[str, Sequence[Tile]]:
    """Those shown at once, and the rest, which is folded unless it is a single one."""
    shown = TILES if len(offered) > TILES + 1 else len(offered)
    return {"tiles": offered[:shown], "more_tiles": offered[shown:]}


@require_safe
def all_games(request: Request) -> HttpResponse:
    """All games that this device may see, or those that a search finds, the last played first."""
    members = list(Member.objects.of_device(request.device))
    filters = filters_of(request)
    games = GameList(members, filters)
    context = {
        "known": members,
        "list": games,
        "filters": filters,
        "page": games.page(place_in(request)),
        "query": urlencode({name: value for name, value in asdict(filters).items() if value}),
        "may_host": may_host(members),
    }
    return render(request, "home/games.html", context)


def filters_of(request: Request) -> Filters:
    """What the address asks for; what no form of ours can send is ignored."""
    text, game = (request.GET.get(name, "").strip() for name in ("text", "game"))
    year = number_in_query(request, "year")
    return Filters(
        text=text.replace("\0", "")[:TEXT_LENGTH],
        game=game if game in registry.games() else "",
        player=number_in_query(request, "player"),
        year=year if year and year in YEARS else None,
    )


def place_in(request: Request) -> Place | None:
    newer = request.GET.get("newer", "")
    return Place.parse(newer, newer=True) or Place.parse(request.GET.get("older", ""))


def may_host(members: Iterable[Member]) -> bool:
    return any(member.role == Role.HOST for member in members)


@require_safe
def deleted(request: Request) -> HttpResponse:
    mine = GameSession.objects.for_device(request.device, Role.HOST).restorable()
    tables = [table_row(session) for session in mine.with_play()[:A_PAGE]]
    return render(request, "home/deleted.html", {"tables": tables})
