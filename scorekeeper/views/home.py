"""Home, the lists of games, and the rules of each kind."""

import re
from collections.abc import Iterable, Sequence

from django.conf import settings
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.access import note_seen
from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.pages.game_filters import Filters
from scorekeeper.pages.game_list import GameList, Place
from scorekeeper.pages.game_rows import FinishedGame, table_row
from scorekeeper.pages.suggestions import Suggestions, suggestions
from scorekeeper.pages.tonight import Tonight, tonight
from scorekeeper.people.invitations import may_start_group
from scorekeeper.site.template_loader import rules_template
from scorekeeper.statistics.plays import Play, play_of
from scorekeeper.tables.finished.recent_games import RecentGame, recent_games
from scorekeeper.tables.presets import Tile, tiles
from scorekeeper.views.about_site import may_fall_asleep
from scorekeeper.views.responses import quoted_digest
from scorekeeper.web.requests import Request, number_in_query

RECENT = 6
UNNAMED = 3  # finished games before a host is asked for the name of the group
SAVED = 6
TILES = 8


@require_safe
def home(request: Request) -> HttpResponse:
    members = list(Member.objects.of_device(request.device))
    under_way = GameSession.objects.under_way().first_for(members, RECENT + 1)
    finished = GameSession.objects.finished().first_for(members, RECENT)
    running = list(under_way.with_play()[: RECENT + 1])
    playing, results = running[:RECENT], list(finished.with_seats()[:RECENT])
    mine = [one for one in members if not one.session_id]
    note_seen({one.pk: one.seen_at for one in mine})
    groups = [one.group for one in mine if one.role >= Role.SCORER]
    group = mine[0].group if mine else None
    may_found = may_start_group(request)
    evening = tonight(group.pk, playing, results, RECENT) if group else None
    newest = recent_games(groups[0].pk) if groups else []
    rows = results[: RECENT - 1] if evening else results  # so that home does not get longer
    context = {
        "known": members,
        "faults": registry.faults() if settings.DEV or may_host(members) else (),
        "groups": groups,
        "group": group,
        "invited": may_found and settings.NEW_GROUPS == "invited",
        "by_invitation": not (groups or may_found),
        "unnamed": may_name(mine, results),
        "webhooks_failed": [
            one.group for one in mine if one.role == Role.HOST and one.group.webhook_failed
        ],
        **first_tiles(tiles([one.pk for one in groups], SAVED, newest)),
        "under_way": [table_row(session) for session in playing],
        "has_more": len(running) > RECENT,
        "finished": [FinishedGame(one) for one in rows],
        "tonight": evening,
        "may_fall_asleep": members and may_fall_asleep(request),
        "suggestions": suggestions_on_home(groups, newest, results, evening),
    }
    response = render(request, "home/home.html", context)
    roles = sorted((one.pk, one.role) for one in members)
    response.headers["Memberships"] = quoted_digest(*roles)  # see sw.js
    return response


def suggestions_on_home(
    groups: Sequence[Group],
    newest: Sequence[RecentGame],
    results: Sequence[GameSession],
    evening: Tonight | None,
) -> Suggestions | None:
    """Return what the group that this device used last could play next."""
    if not groups:
        return None
    group = groups[0].pk
    plays: Sequence[Play] = [play_of(one) for one in reversed(results) if one.group_id == group]
    if evening and evening.group == group and len(evening.evening.plays) > len(plays):
        plays = evening.evening.plays  # the evening has more games than the page shows
    return suggestions(group, newest, plays)


def may_name(mine: Sequence[Member], results: Sequence[GameSession]) -> bool:
    """Return whether to ask this device for the name of its current group, after some games."""
    if not mine or mine[0].role < Role.HOST or mine[0].group.named:
        return False
    return sum(one.group_id == mine[0].group_id for one in results) >= UNNAMED


def first_tiles(all_tiles: Sequence[Tile]) -> dict[str, Sequence[Tile]]:
    """Split the tiles into those shown at once and the rest, which is folded."""
    count = TILES if len(all_tiles) > TILES + 1 else len(all_tiles)
    return {"tiles": all_tiles[:count], "more_tiles": all_tiles[count:]}


@require_safe
def all_games(request: Request) -> HttpResponse:
    """All games that this device may see, or those that a search finds, the last played first."""
    members = list(Member.objects.of_device(request.device))
    filters = Filters.parse(request.GET.dict())
    games = GameList(members, filters)
    page = games.page_at(place_in(request))
    context = {
        "known": members,
        "list": games,
        "filters": filters,
        "page": page,
        "games": page.rows(),
        "query": filters.query,
        "may_host": may_host(members),
    }
    return render(request, "home/games.html", context)


@require_safe
def visible_games(request: Request) -> HttpResponse:
    """List the games that the device may see: the service worker forgets the others' pages."""
    numbers = {int(pk) for pk in request.GET.getlist("table") if re.fullmatch("[0-9]{1,18}", pk)}
    visible = GameSession.objects.for_device(request.device).filter(pk__in=numbers)
    return JsonResponse({"tables": list(visible.values_list("pk", flat=True))})


def place_in(request: Request) -> Place | None:
    newer = request.GET.get("newer", "")
    return Place.parse(newer, newer=True) or Place.parse(request.GET.get("older", ""))


def may_host(members: Iterable[Member]) -> bool:
    return any(member.role == Role.HOST for member in members)


@require_safe
def keys(request: Request) -> HttpResponse:
    """Explain the keyboard for entering a game. A form opens the page with "?"."""
    return render(request, "home/keys.html")


@require_safe
def rules(request: Request, game: str) -> HttpResponse:
    """The page says nothing about any group, so it is open to everyone.

    `table` in the address is the game to go back to; with `new`, that is the form for a new one.
    """
    requested_game = registry.games().get(game)
    if not (requested_game and rules_template(requested_game)):
        raise Http404
    back_to, is_new = number_in_query(request, "table"), "new" in request.GET
    if back_to:
        back_url = reverse("table", args=[back_to])
    else:
        back_url = reverse("new", args=[game]) if is_new else reverse("home")
    context = {"game": requested_game, "back_to": back_to, "is_new": is_new, "back_url": back_url}
    return render(request, "rules/page.html", context)
