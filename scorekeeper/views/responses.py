"""Responses that several views share."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.timezone import localdate
from django.utils.translation import get_language

from games import registry
from scorekeeper.access import note_seen, session_or_404, table_or_404
from scorekeeper.models import GameSession, Group, Revision, Role
from scorekeeper.models.seasons import evening_day
from scorekeeper.statistics.history import GroupHistory, history_of
from scorekeeper.statistics.plays import Family
from scorekeeper.tables.entering.entry import Conflict, GameFull, Stamp, stamp_for
from scorekeeper.tables.kinds import fold_title
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from scorekeeper.web.busy import ONLY_UNCHANGED, Busy
from scorekeeper.web.cookies import CHOICES
from scorekeeper.web.requests import Request

P = ParamSpec("P")
LONGEST_TITLE = 3 * 80  # folding makes up to three letters of one
NEXT = "next"  # a field of forms that go on with the next entry


def family_or_404(request: Request, group: Group, game: str) -> Family:
    """The game, and perhaps its title, that the address of a page of statistics names. It is
    installed, or the group has played it.
    """
    title = request.GET.get("title", "")
    if len(title) > LONGEST_TITLE:
        raise Http404
    title = fold_title(title)
    if game not in registry.games() and not group.sessions.filter(game=game).exists():
        raise Http404
    return Family(game, title)


def table_page(
    request: Request, pk: int, page: Callable[[GameSession], HttpResponse]
) -> HttpResponse:
    """A page of a game with an ETag. While nothing has changed, one query answers."""
    session = session_or_404(request, pk)
    return unless_unchanged(request, etag_of(request, session), lambda: page(session))


def unless_unchanged(request: Request, etag: str, page: Callable[[], HttpResponse]) -> HttpResponse:
    """A page with this ETag, which is made only if the browser does not have it."""
    response = get_conditional_response(request, etag=etag)
    if not response:
        if ONLY_UNCHANGED in request.META:
            raise Busy
        response = page()
    response.headers["ETag"] = etag
    return response


def group_page(
    request: Request,
    group: Group,
    template: str,
    context: Callable[Concatenate[GroupHistory, P], dict[str, object] | None],
    *args: P.args,
    **kwargs: P.kwargs,
) -> HttpResponse:
    """A page about a group with an ETag. While nothing has changed, no history is read. `context`
    takes the history and `args`; without a context there is no such page.
    """
    if settings.ABANDONED_GROUPS_DAYS:  # otherwise home and the tables tell enough
        note_seen({group.member_id: group.seen_at})
    names = ("theme", settings.CSRF_COOKIE_NAME)
    cookies = (request.COOKIES.get(name) for name in names)
    versions = settings.RELEASE, group.pk, group.version, group.name, group.role
    days = localdate(), evening_day()
    etag = quoted_digest(*versions, *days, request.get_full_path(), get_language(), *cookies)

    def page() -> HttpResponse:
        if (figures := context(history_of(group), *args, **kwargs)) is None:
            raise Http404
        may_change = group.role == Role.HOST
        return render(request, template, {"group": group, "may_change": may_change, **figures})

    return unless_unchanged(request, etag, page)


def etag_of(request: Request, session: GameSession) -> str:
    """Changes with everything the page shows: see page_state, and what this device may do, the
    language, and cookies.
    """
    names = (*CHOICES, settings.CSRF_COOKIE_NAME)
    cookies = (request.COOKIES.get(name) for name in names)
    rights = session.role, session.guest_of
    return quoted_digest(*session.page_state, *rights, get_language(), *cookies)


def quoted_digest(*values: object) -> str:
    return quote_etag(blake2b(repr(values).encode(), digest_size=12).hexdigest())


def after_change(request: Request, table: Table, change: Callable[[], Revision]) -> HttpResponse:
    """Make a change for a button without a form of its own.

    If the game is full, a page says so. If someone else has changed the game in the meantime,
    that stays, and a page says so, too.
    """
    try:
        change()
    except GameFull:
        return game_full_page(request, table)
    except Conflict:
        context = {"table": table, "submission": request.POST.get("submission")}
        return render(request, "tables/stale.html", context, status=409)
    stays = NEXT in request.POST
    now = table_or_404(request, table.session.pk, Role.SCORER) if stays else table
    return redirect_after_saving(request, now)


def game_full_page(request: Request, table: Table) -> HttpResponse:
    context = {"table": table, "why": game_full_text()}
    return render(request, "tables/game_full.html", context, status=422)


def redirect_after_saving(request: Request, table: Table) -> HttpResponse:
    """Go to the form for the next entry if it is wanted and the game goes on, or to the table."""
    stays = NEXT in request.POST and "done" not in request.POST
    if stays and not table.board.finished:
        return redirect("enter", table.session.pk)
    return HttpResponseRedirect(f"{table.url}#saved")


def stamp_or_404(request: Request, table: Table, slot: int | None = None) -> Stamp:
    if not (stamp := stamp_for(table, request.POST, slot)):
        raise Http404
    return stamp
