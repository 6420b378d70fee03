"""A table's page, rendered once for all devices that see the same.

It has holes for what is a device's own: the CSRF token, the submissions of its forms, what seals
its entries (tables/entering/handing_over.py), and what the menu says to a host. The templates get a
scorer or viewer without a name, and a request with nothing but what tells pages apart, so they
cannot show more of the device that came first. A page that shows more is rendered for its device
alone.
"""

import re
import secrets
from collections import defaultdict
from copy import copy
from itertools import chain
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language

from games import registry
from scorekeeper.models import GameSession, Role
from scorekeeper.pages.game.fragments import FragmentCache
from scorekeeper.pages.game.table import changeable, table_context
from scorekeeper.site.languages import link_to_own_language
from scorekeeper.tables.rounds import table_url
from scorekeeper.tables.table import Table
from scorekeeper.views.preferences import preferences
from scorekeeper.web.cookies import CHOICES
from scorekeeper.web.requests import Request

ENVIRON = (
    *("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "wsgi.input", "wsgi.url_scheme"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_ACCEPT_LANGUAGE"),
)
COOKIES = (*CHOICES, settings.LANGUAGE_COOKIE_NAME)
MOST_BYTES = 2 * 2**20
NOBODY = 0  # no member has this key
EDGE = secrets.token_hex(32)  # of holes: nobody can write it into a page
TOKEN, MENU, SEALING = "token", "menu", "sealing"
SUBMISSION = re.compile(r'(name="submission" value=")([0-9a-f-]{36})')


class SharedPage(NamedTuple):
    """`parts`: text, with a hole after each but the last. `menu`: what it says to all but hosts."""

    parts: tuple[bytes, ...]
    holes: tuple[str, ...]
    menu: str
    host_menu: str


shared_pages: FragmentCache[SharedPage] = FragmentCache(MOST_BYTES)


def shared_page(request: Request, session: GameSession) -> HttpResponse:
    if is_own(request, session):
        table = Table.of(session)
        return render(request, templates(table), table_context(table))
    plain, for_all = without_device(request), copy(session)
    for_all.member_id, for_all.role = NOBODY, min(session.role, Role.SCORER)
    looks = str(preferences(plain)), link_to_own_language(plain)
    who = for_all.role, for_all.may_start_another
    key = plain.is_secure(), get_language(), *looks, *who, *for_all.page_state
    page = shared_pages.get(key, lambda: render_page(plain, Table.of(for_all)))
    return HttpResponse(fill(page, request, session.may(Role.HOST), session.sealing))


def is_own(request: Request, session: GameSession) -> bool:
    """Return whether a page depends on more than its key: on the address, on the saved files of a
    game, on the device's own draft, on whether it is a host's while players count, or on what a
    device that was let into one game sees of others.
    Members of the group all see the same, and the same link to a rematch.
    """
    draft, game = session.draft, registry.games().get(session.game)
    return (
        settings.DEV
        or request.get_full_path() != table_url(session.pk)
        or not game
        or (session.counting is not None and session.may(Role.HOST))
        or bool(draft and (game.entry_on_table_page or draft.get("by") == session.member_id))
        or (session.guest_of is not None and session.finished_at is not None)
    )


def without_device(request: HttpRequest) -> HttpRequest:
    """The request with nothing of its device but the choices that a page shows."""
    plain = WSGIRequest({name: request.META[name] for name in ENVIRON if name in request.META})
    plain.COOKIES = {name: request.COOKIES[name] for name in COOKIES if name in request.COOKIES}
    return plain


def render_page(plain: HttpRequest, table: Table) -> SharedPage:
    holes = {"csrf_token": hole(TOKEN), "changeable": hole(MENU), "sealing": hole(SEALING)}
    context = {**table_context(table), **holes}
    html = render_to_string(templates(table), context, plain)
    parts = SUBMISSION.sub(r"\g<1>" + hole(r"\g<2>"), html).split(EDGE)
    menus = (escape(changeable(table, may_delete)) for may_delete in (False, True))
    return SharedPage(tuple(map(str.encode, parts[::2])), tuple(parts[1::2]), *menus)


def templates(table: Table) -> list[str]:
    """Return the game's own template first; it has nothing to show of a game without entries."""
    own = [] if table.imported_result else [f"{table.game.slug}/table.html"]
    return [*own, "tables/table.html"]


def hole(name: str) -> str:
    return f"{EDGE}{name}{EDGE}"


def fill(page: SharedPage, request: HttpRequest, may_host: bool, own_sealing: str) -> bytes:
    """The page with the device's token, and a new submission in place of each."""
    own: dict[str, object] = defaultdict(uuid4)
    own[MENU], own[SEALING] = page.host_menu if may_host else page.menu, own_sealing
    if TOKEN in page.holes:
        own[TOKEN] = get_token(request)
    holes = [str(own[name]).encode() for name in page.holes]
    return b"".join(chain(*zip(page.parts, [*holes, b""], strict=True)))
