"""The page that everyone looks at, and the game's record."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse, JsonResponse
from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from games import record
from games.kit.lists import join_choices
from scorekeeper.access import table_or_404
from scorekeeper.models import Role
from scorekeeper.pages import late_rounds
from scorekeeper.pages.best_figures import best_figures
from scorekeeper.pages.breakdown import closing
from scorekeeper.pages.chart import Chart
from scorekeeper.pages.entry_form import blank_copy, entry_page_context, open_entry_form
from scorekeeper.pages.highlights import describe_highlights
from scorekeeper.pages.last_change import last_change_context
from scorekeeper.pages.next_step import next_step
from scorekeeper.pages.personal_records import personal_records
from scorekeeper.pages.presence import entering_notice
from scorekeeper.pages.remarkable import personal_bests, remarks
from scorekeeper.pages.sheet import ROWS, newest_rounds
from scorekeeper.pages.standings import decisive_rounds, standings
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.rematch import rematch_of
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.rounds import Labels
from scorekeeper.tables.stamps import Stamp, fresh_stamp
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import draft_facts
from scorekeeper.views.responses import table_page
from scorekeeper.web.requests import Request


@require_safe
def table(request: Request, pk: int) -> HttpResponse:
    """Standings, score sheet and chart."""
    templates = ["{}/table.html", "tables/table.html"]
    return table_page(
        request, pk, lambda game: [name.format(game) for name in templates], table_context
    )


def entry_here_context(table: Table) -> dict[str, object]:
    """For a game whose form for the next entry is open on the table's page."""
    stamp, check = open_entry_form(table)
    return {**entry_page_context(table, stamp, check), "blank": blank_copy(table, stamp, check)}


def table_context(table: Table) -> dict[str, object]:
    records, found = personal_records(table), remarks(table)
    here = entry_here_context(table) if table.game.entry_on_table_page else {}
    draft = [] if table.board.finished else draft_facts(table)
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
        **last_change_context(table),
        "draft": draft,
        "next_step": next_step(table, bool(draft)),
        "busy": entering_notice(table),
        "personal_records": records,
        "personal_bests": {one.seat for one in personal_bests(records, found)},
        "remarks": found,
        # Few games show them, so the others need no queries.
        "best_figures": SimpleLazyObject(lambda: best_figures(table)),
        "highlights": describe_highlights(table, records),
        "chart": Chart(
            table.names, table.marks, table.totals_over_time, table.target, Labels(table.timely)
        ),
        "turning_points": decisive_rounds(table) if table.board.finished else [],
        "next_game": rematch_of(table, table.session.device),
        "rematch": rematch(table) if table.board.finished else {},
        "may_enter": table.session.may(Role.SCORER),
        "may_start": table.session.may_start_another,
        "fresh": fresh_stamp(table.next_slot, 0),
        "end": end_stamp(table),
        "table_page": game_table_page(table),
        "changeable": changeable(table),
        "entry_here": table.game.entry_on_table_page
        and not table.board.finished
        and table.session.may(Role.SCORER),
    }


def end_stamp(table: Table) -> Stamp | None:
    """For the button that ends a game without an end of its own; None if there is no button."""
    if not (table.may_end and table.session.may(Role.SCORER)):
        return None
    return fresh_stamp(SETUP, len(table.revisions[SETUP]))


def game_table_page(table: Table) -> object:
    """What this game shows on its table beside standings and sheet, if anything."""
    page = getattr(forms_of(table.game), "TablePage", None)
    return page(table.entry_context()) if page else None


def changeable(table: Table) -> str:
    """What the page behind the link is for: "Target, comment, end or delete"."""
    # Translators: this menu entry says what can be changed: "Target, comment, end or delete".
    first = pgettext("to change", "target") if table.target else pgettext("to change", "options")
    names = [first, pgettext("to change", "comment")]
    if table.setup.ended_early:
        names.append(pgettext("to change", "reopen"))
    elif not table.board.finished:
        names.append(pgettext("to change", "end"))
    if table.session.may(Role.HOST):
        names.append(pgettext("to change", "delete"))
    return capfirst(join_choices(names))


def rematch(table: Table) -> dict[str, object]:
    """What the form for a rematch sends."""
    return {
        "submission": uuid4(),
        "options": forms_of(table.game).OptionsForm(options=table.reusable_options),
    }


@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """The game record, to keep or to score elsewhere."""
    table = table_or_404(request, pk)
    name = f"{table.game.slug}-{localtime(table.session.started_at):%Y-%m-%d}-{pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        record_of(table), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )


def record_of(table: Table) -> dict[str, Any]:
    """The game record, with what is known beside it."""
    session = table.session
    signatures = [{"at": one.at.isoformat(), "by": one.signature} for one in table.entries]
    known = {
        "id": session.pk,
        "group": session.group.name,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "comment": session.comment,
    }
    played = record.Record(table.game, tuple(table.names), table.setup, tuple(table.inputs))
    return record.write_record(played, known, signatures)
