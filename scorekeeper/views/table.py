"""The page that everybody looks at, and the game's record."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import record
from scorekeeper.access import session_or_404, table_or_404
from scorekeeper.forms import fresh_stamp
from scorekeeper.models import GameSession, Role
from scorekeeper.pages import late_rounds
from scorekeeper.pages.breakdown import closing
from scorekeeper.pages.chart import Chart
from scorekeeper.pages.entry_form import blank_copy, entry_context, open_entry_form
from scorekeeper.pages.history import change
from scorekeeper.pages.personal_records import personal_records
from scorekeeper.pages.presence import entering_notice, is_someone_entering
from scorekeeper.pages.sheet import ROWS, newest_rounds
from scorekeeper.pages.standings import decisive_rounds, standings
from scorekeeper.tables.rematch import rematch_of
from scorekeeper.tables.rounds import Labels
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import forms_of, noted


@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Standings, score sheet and chart."""
    return page_of(
        request, pk, lambda game: [f"{game}/table.html", "tables/table.html"], table_context
    )


def page_of(
    request: HttpRequest,
    pk: int,
    templates: Callable[[str], list[str]],
    context: Callable[[Table], dict[str, object]],
) -> HttpResponse:
    """As long as nothing changed, one query answers."""
    session = session_or_404(request, pk)
    etag = etag_of(request, session)
    response = get_conditional_response(request, etag=etag)
    if not response:
        response = render(request, templates(session.game), context(Table(session)))
    response.headers["ETag"] = etag
    return response


def etag_of(request: HttpRequest, session: GameSession) -> str:
    """Changes with all that the page shows: the game, who is entering just now, what this device may do, its theme and
    its CSRF cookie.
    """
    cookies = (request.COOKIES.get(name) for name in ("theme", settings.CSRF_COOKIE_NAME))
    allowed = session.role, session.let_into
    shown = (
        settings.RELEASE,
        session.pk,
        session.version,
        *allowed,
        is_someone_entering(session),
        get_language(),
        *cookies,
    )
    return f'"{blake2b(repr(shown).encode(), digest_size=12).hexdigest()}"'


def entering_here(table: Table) -> dict[str, object]:
    stamp, judged = open_entry_form(table)
    return {**entry_context(table, stamp, judged), "blank": blank_copy(table, stamp, judged)}


def table_context(table: Table) -> dict[str, object]:
    last = table.last_change
    here = entering_here(table) if table.game.entry_on_table_page else {}
    return {
        **here,
        "table": table,
        "verdict": table.verdict,
        "standings": standings(table),
        "sheet": newest_rounds(table),
        "detail": False,
        "problems": table.problems[:ROWS],
        "more_problems": len(table.problems[ROWS:]),
        "closing": closing(table),
        "late": late_rounds.notice(table),
        "last_change": change(table, last) if last else None,
        "undo": fresh_stamp(last.slot, last.revision) if last else None,
        "draft": [] if table.board.finished else noted(table),
        "busy": entering_notice(table),
        "personal_records": personal_records(table),
        "chart": Chart(table.names, table.courses, table.target, Labels(table.timely)),
        "turning_points": decisive_rounds(table) if table.board.finished else [],
        "next_game": rematch_of(table, table.session.device),
        "rematch": rematch(table) if table.board.finished else {},
        "may_enter": table.session.may(Role.SCORER),
        "may_start": table.session.may_start_another,
        "fresh": fresh_stamp(table.next_slot, 0),
        "table_page": table_page(table),
        "changeable": changeable(table),
        "entry_here": table.game.entry_on_table_page
        and not table.board.finished
        and table.session.may(Role.SCORER),
    }


def table_page(table: Table) -> object:
    """What this game's table page shows beside standings and sheet, if its forms know of anything."""
    page = getattr(forms_of(table), "TablePage", None)
    return page(table.situation()) if page else None


def changeable(table: Table) -> str:
    """What the page behind the link changes: target, comment, end or delete."""
    names = [_("target") if table.target else _("options"), _("comment")]
    if table.setup.ended_early:
        names.append(_("reopen"))
    elif not table.board.finished:
        names.append(_("end"))
    if table.session.may(Role.HOST):
        names.append(_("delete"))
    return capfirst(
        _("%(names)s or %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
    )


def rematch(table: Table) -> dict[str, object]:
    """What another game of the same table takes."""
    return {
        "submission": uuid4(),
        "options": forms_of(table).OptionsForm(options=table.lasting_options),
    }


@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The game record, to keep or to score elsewhere."""
    table = table_or_404(request, pk)
    name = f"{table.game.slug}-{localtime(table.session.started_at):%Y-%m-%d}-{pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        recorded(table), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )


def recorded(table: Table) -> dict[str, Any]:
    """The game record, with what is known beside it."""
    session, signatures = (
        table.session,
        [{"at": e.at.isoformat(), "by": e.signature} for e in table.entries],
    )
    known = {
        "id": session.pk,
        "group": session.group.name,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "comment": session.comment,
    }
    played = record.Record(table.game, tuple(table.names), table.setup, tuple(table.inputs))
    return record.write_record(played, known, signatures)
