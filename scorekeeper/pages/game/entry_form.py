"""The form for an entry, on a page of its own or open on the table."""

import json
from itertools import islice

from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from games.contract import Disagreement
from games.endless import call_rules
from games.forms_contract import EntryForm
from scorekeeper.pages.game.breakdown import PlayerBreakdown, breakdown
from scorekeeper.pages.game.last_change import LastChangeContext, last_change_context
from scorekeeper.pages.game.sheet import ROWS
from scorekeeper.pages.game.standings import game_so_far
from scorekeeper.tables.entering.drafts import (
    DraftChange,
    Origin,
    changes_by_others,
    current_origin,
    fields_of_others,
    last_count,
)
from scorekeeper.tables.entering.entry import (
    EntryCheck,
    Stamp,
    blank,
    fresh_stamp,
    undo_stamp,
    validate_entry,
)
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table

MOST_BLANKS = 5
"""The most blank forms for later rounds that a page carries."""


def open_entry_form(
    table: Table, before: int | None = None, was_refused: bool = False
) -> tuple[Stamp, EntryCheck]:
    """Open a form for the next entry, with its draft, or for one inserted before slot `before`.

    If the draft is complete and was refused, the form says why.
    """
    stamp = fresh_stamp(table.log.next_slot, 0, before)
    if table.draft and not before:
        data = MultiValueDict(table.draft)
        return stamp, validate_entry(table, stamp, data, partial=not was_refused)
    return stamp, blank(table, before)


def blank_copy(table: Table, stamp: Stamp, check: EntryCheck) -> EntryCheck | None:
    """A blank form beside one that is filled in: without a network, the phone uses it next."""
    return blank(table) if check.form.is_bound and not (stamp.revision or stamp.before) else None


def blanks_ahead(table: Table, stamp: Stamp) -> list[tuple[int, EntryCheck]]:
    """Blank forms for the slots after the next, where the game's form depends on the round."""
    count_blanks = getattr(forms_of(table.game), "blanks_ahead", None)
    if not count_blanks or stamp.revision or stamp.before:
        return []
    rounds = range(1, min(count_blanks(table.entry_context()), MOST_BLANKS) + 1)
    return [(table.log.next_slot + ahead, blank(table, ahead=ahead)) for ahead in rounds]


def disagreeing_rounds(table: Table, slot: int) -> list[Round]:
    """The later rounds that don't count because they disagree with this one, the first of them."""
    problems = ((round, round.result.problem) for round in table.rounds)
    rounds = (
        round
        for round, problem in problems
        if isinstance(problem, Disagreement) and table.rounds[problem.other].entry.slot == slot
    )
    return list(islice(rounds, ROWS))


def titles(table: Table, stamp: Stamp, before: Round | None, form: EntryForm) -> tuple[str, str]:
    """Return the title of the entry and the heading over its form."""
    if stamp.revision:
        return table.title(stamp.slot), table.title(stamp.slot)
    place = before or table.round(stamp.slot)  # another phone may have saved this round meanwhile
    earlier = table.inputs[: place.number - 1] if place else table.inputs
    entry_title = table.say(call_rules(table.game.entry_title, earlier, None))
    if before:
        return entry_title, _("Insert before %(title)s") % {"title": before.title.within}
    if steps := table.game.steps:  # as the button that led here
        return entry_title, _(steps.after if getattr(form, "is_ready", False) else steps.before)
    heading = getattr(form, "title", None) or call_rules(table.game.enter_title, earlier, None)
    return entry_title, table.say(heading)


def form_action(table: Table, stamp: Stamp) -> str:
    """Return the address to which the form of an entry is sent."""
    if stamp.revision:
        return reverse("correct", args=[table.session.pk, stamp.slot])
    return reverse("enter", args=[table.session.pk])


class EntryPageContext(LastChangeContext):
    """The fields of drafts are empty where the form keeps none: see `keeps_draft`."""

    table: Table
    stamp: Stamp
    check: EntryCheck
    form: EntryForm
    breakdown: list[PlayerBreakdown]
    entry_title: str
    title: str
    correcting: bool
    before: Round | None
    over: bool
    disagreeing: list[Round]
    keeps_draft: bool
    undo: Stamp | None
    may_enter: bool
    blanks_ahead: list[tuple[int, EntryCheck]]
    points: "str | SimpleLazyObject[str]"
    noted: str
    since: str
    changes: dict[str, list[DraftChange]]
    theirs: str
    last_count: int | str
    action: str
    live: str


def entry_page_context(
    table: Table, stamp: Stamp, check: EntryCheck, origin: Origin | None = None
) -> EntryPageContext:
    fresh, action = stamp.revision == 0, form_action(table, stamp)
    origin = origin or current_origin(table)
    before = table.round(stamp.before) if stamp.before else None
    entry_title, title = titles(table, stamp, before, check.form)
    keeps_draft = fresh and not stamp.before
    return {
        "table": table,
        "stamp": stamp,
        "check": check,
        "form": check.form,
        "breakdown": breakdown(table, check.result),
        "entry_title": entry_title,
        "title": title,
        "correcting": not fresh,
        "before": before,
        "over": keeps_draft
        and table.board.finished
        and not (table.setup.ended_early or table.game.entry_on_table_page),
        "disagreeing": [] if fresh else disagreeing_rounds(table, stamp.slot),
        "keeps_draft": keeps_draft,
        **last_change_context(table, keeps_draft and table.game.save_and_next),
        "undo": undo_stamp(table),
        "may_enter": True,
        "blanks_ahead": blanks_ahead(table, stamp),
        "points": game_so_far(table) if keeps_draft else "",
        "noted": json.dumps(origin.draft),
        "since": origin.versions if keeps_draft else "",
        "changes": changes_by_others(table) if keeps_draft else {},
        "theirs": " ".join(fields_of_others(table)) if keeps_draft else "",
        "last_count": last_count(table) if keeps_draft else "",
        "action": action,
        "live": reverse("draft", args=[table.session.pk]) if keeps_draft else action,
    }
