"""The page that everyone at a table looks at."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, Required, TypedDict
from uuid import UUID, uuid4

from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kit.lists import join_choices
from scorekeeper.formats import span
from scorekeeper.models import GameSession, Role
from scorekeeper.pages.game.breakdown import PlayerBreakdown, closing
from scorekeeper.pages.game.chart import Chart, chart_of
from scorekeeper.pages.game.entry_form import (
    EntryPageContext,
    blank_copy,
    entry_page_context,
    open_entry_form,
)
from scorekeeper.pages.game.finish import (
    BestFigure,
    PersonalRecord,
    Remark,
    best_figures,
    personal_bests,
    personal_records,
    remarks,
)
from scorekeeper.pages.game.fragments import keep_fragment
from scorekeeper.pages.game.last_change import (
    LastChangeContext,
    describe_highlights,
    last_change_context,
)
from scorekeeper.pages.game.presence import CountingNotice, counting_notice, entering_notice
from scorekeeper.pages.game.sheet import ROWS, newest_rounds
from scorekeeper.pages.game.standings import (
    Moment,
    Standing,
    decisive_rounds,
    game_so_far,
    head_start_line,
    standings,
)
from scorekeeper.tables.entering.drafts import form_with
from scorekeeper.tables.entering.entry import EntryCheck, Stamp, describe, fresh_stamp, undo_stamp
from scorekeeper.tables.game_forms import EntryForm, OptionsForm, forms_of, hidden_options
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.setup import setup_stamp
from scorekeeper.tables.start import rematch_of
from scorekeeper.tables.table import Table


class DraftContext(TypedDict):
    draft: list[tuple[str, str]]
    draft_title: str
    next_step: NextStep


class Rematch(TypedDict):
    submission: UUID
    options: OptionsForm


class FinishContext(TypedDict, total=False):
    highlights: Required[str]
    next_game: GameSession | None
    closing: list[PlayerBreakdown]
    personal_records: list[PersonalRecord]
    personal_bests: set[int]
    remarks: list[Remark]
    best_figures: SimpleLazyObject[list[BestFigure]]
    turning_points: list[Moment]
    rematch: Rematch


class TableContext(LastChangeContext, DraftContext, FinishContext):
    table: Table
    verdict: str
    standings: list[Standing]
    head_start: tuple[str, str] | None
    sheet: list[Round]
    detail: bool
    problems: list[Round]
    more_problems: int
    late: str
    undo: Stamp | None
    busy: str
    counting: CountingNotice | None
    chart: Chart
    may_enter: bool
    may_start: bool
    fresh: Stamp
    end: Stamp | None
    table_page: object
    points: str | SimpleLazyObject[str]
    entry_here: bool


class OpenFormContext(TableContext, EntryPageContext):
    blank: EntryCheck | None


def table_context(table: Table) -> TableContext:
    entered_here, may_enter = table.game.entry_on_table_page, table.session.may(Role.SCORER)
    context: TableContext = {
        "table": table,
        "verdict": table.verdict,
        "standings": standings(table),
        "head_start": head_start_line(table) if any(table.seating.head_start) else None,
        "sheet": newest_rounds(table),
        "detail": False,
        "problems": table.problems[:ROWS],
        "more_problems": len(table.problems[ROWS:]),
        "late": late_notice(table),
        **last_change_context(table),
        "undo": undo_stamp(table),
        **draft_context(table),
        "busy": entering_notice(table) if table.draft else "",
        "counting": counting_notice(table) if table.session.counting else None,
        **finish_context(table),
        "chart": chart_of(table),
        "may_enter": may_enter,
        "may_start": table.session.may_start_another,
        "fresh": fresh_stamp(table.log.next_slot, 0),
        "end": end_stamp(table),
        "table_page": game_table_page(table),
        "points": SimpleLazyObject(partial(game_so_far, table)),
        "entry_here": entered_here and may_enter and not table.board.finished,
    }
    return with_entry_form(table, context) if entered_here else context


def with_entry_form(table: Table, context: TableContext) -> OpenFormContext:
    """Add the form for the next entry, for a game that opens it on the table's page."""
    stamp, check = open_entry_form(table)
    form_context = entry_page_context(table, stamp, check)
    return {**form_context, "blank": blank_copy(table, stamp, check), **context}


def draft_context(table: Table) -> DraftContext:
    """Return what is typed for the next entry, and the button that leads to its form."""
    form = form_with(table, table.draft) if table.draft and not table.board.finished else None
    draft = describe(table, form.entry()) if form else []
    title = getattr(form, "title", None)
    return {
        "draft": draft,
        "draft_title": table.say(title) if title else "",
        "next_step": next_step(table, form if draft else None),
    }


def finish_context(table: Table) -> FinishContext:
    """Return the report on a finished game. Before the end, it only has highlights."""
    if not table.board.finished:
        return {"highlights": describe_highlights(table, [])}
    records, of_game = personal_records(table), remarks(table)
    return {
        "next_game": rematch_of(table, table.session.device),
        "closing": closing(table),
        "personal_records": records,
        "personal_bests": {one.seat for one in personal_bests(records, of_game)},
        "remarks": of_game,
        # Few games show them, so the others need no queries.
        "best_figures": SimpleLazyObject(lambda: best_figures(table)),
        "highlights": describe_highlights(table, records),
        "turning_points": decisive_rounds(table),
        "rematch": rematch(table),
    }


def late_notice(table: Table) -> str:
    """That they don't count, and why, in one line."""
    if not (late := table.late):
        return ""
    return f"{late_titles(table)} {late[0].problem}"


def late_titles(table: Table) -> str:
    first, last = table.late[0], table.late[-1]
    if table.has_rounds and first is not last:
        return _("Rounds %(first)s–%(last)s don’t count.") % {
            "first": first.label,
            "last": last.label,
        }
    if table.has_rounds:
        return _("%(title)s doesn’t count.") % {"title": first.title}
    # "Ben’s piles", "Catch 5": one or several
    titles = first.title if first is last else span(first.title, last.title)
    return _("Entered after the end, so not counted: %(titles)s.") % {"titles": titles}


class NextStep(NamedTuple):
    """`label_ahead`: says the same while entries wait on the phone. Scripts raise its number."""

    label: str
    label_ahead: str


def next_step(table: Table, begun: EntryForm | None) -> NextStep:
    """Return what the button says: "Enter round 5", or "Continue" if its form is `begun`.

    In a game of two steps it names the one that comes next.
    """
    steps = table.game.steps
    first = _(steps.before) if steps else table.enter_title
    if not begun:
        return NextStep((not steps and table.enter_turn_title) or first, first)
    if steps and getattr(begun, "is_ready", False):
        return NextStep(_(steps.after), first)
    return NextStep(_("Continue"), first)


def end_stamp(table: Table) -> Stamp | None:
    """Return the stamp of the button that ends an open-ended game; None if there is no button."""
    if not (table.may_end and table.session.may(Role.SCORER)):
        return None
    return setup_stamp(table)


def game_table_page(table: Table) -> object:
    """Return what this game shows on its table beside standings and sheet, if anything."""
    page = getattr(forms_of(table.game), "TablePage", None)
    return page(table.entry_context()) if page else None


def changeable(table: Table, may_delete: bool) -> str:
    """Name what the page behind the link changes: "Target, comment, end or delete"."""
    may_reopen = table.setup.ended_early and not table.imported_result
    what = bool(table.target), may_reopen, table.board.finished, may_delete
    return keep_fragment(("changeable", *what), lambda: name_changes(*what))


def name_changes(has_target: bool, may_reopen: bool, finished: bool, may_delete: bool) -> str:
    # Translators: this menu entry says what can be changed: "Target, comment, end or delete".
    first = pgettext("to change", "target") if has_target else pgettext("to change", "options")
    names = [first, pgettext("to change", "comment")]
    if may_reopen:
        names.append(pgettext("to change", "reopen"))
    elif not finished:
        names.append(pgettext("to change", "end"))
    if may_delete:
        names.append(pgettext("to change", "delete"))
    return capfirst(join_choices(names))


def rematch(table: Table) -> Rematch:
    return {
        "submission": uuid4(),
        "options": hidden_options(table.game, table.reusable_options),
    }
