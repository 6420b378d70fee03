"""What the form and the rules say of an entry before it is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from games import record
from games.contract import AnyGame, Disagreement, GameOver, Impossible, Result
from games.endless import call_rules
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.stamps import Stamp
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

if TYPE_CHECKING:
    from scorekeeper.tables.game_forms import EntryForm, OptionsForm


@dataclass(frozen=True)
class EntryCheck:
    """A form for an entry, with every refusal among its errors, and what the entry would do.

    `data`: the entry as it would be stored; of an incomplete form, what there is of it.
    `missing`: the labels of what is still blank, in a form that is checked while it is filled in.
    `is_incomplete`: whether anything is, also what a later step asks.
    `after`: the table with the entry, scored; None if the entry cannot count.
    `result`: what the entry does there.
    `other`: the earlier round that the entry disagrees with; either may be wrong.
    `breaks`: the later rounds that would no longer count.
    """

    table: Table
    form: EntryForm
    data: dict[str, Any]
    missing: Sequence[str] = ()
    is_incomplete: bool = False
    result: Result | None = None
    after: Table | None = None
    other: Round | None = None
    breaks: Sequence[Round] = ()

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The entry in words, as (label, value)."""
        return describe(self.table, self.data)


def validate_entry(
    table: Table, stamp: Stamp, data: Mapping[str, Any], partial: bool = False
) -> EntryCheck:
    """Check what was sent. In a partial form blank fields are missing, not wrong.

    With `keep`, a Disagreement is not an error: the user will correct the earlier round.
    """
    context = table.entry_context(stamp.slot, stamp.before)
    form = forms_of(table.game).EntryForm(data, context=context)
    form.full_clean()
    missing, is_incomplete = take_out_missing(form) if partial else ([], False)
    check = EntryCheck(table, form, form.entry(), missing, is_incomplete)
    if already_saved(table, stamp, check.data):
        return check
    if table.reseated_since(stamp.seats):
        form.add_error(None, reseated_text())
    if is_incomplete or not form.is_valid():
        return check
    try:
        after = with_entry(check, stamp)
    except Disagreement as refusal:
        if "keep" not in data:
            add_rule_error(form, refusal, table.names)
        return replace(check, other=table.rounds[refusal.other])
    except Impossible as refusal:
        add_rule_error(form, refusal, table.names)
        return check
    if not after:
        return check
    breaks = rounds_invalidated(table, after, stamp.slot)
    return replace(check, result=after.result_in(stamp.slot), after=after, breaks=breaks)


def reseated_text() -> str:
    return gettext(
        "The players at this table have changed since you opened this form."
        " Check whose points are whose, then save again."
    )


def already_saved(table: Table, stamp: Stamp, data: dict[str, Any]) -> bool:
    """Whether this submission was saved before. It gets the same answer, whatever came since."""
    saved = table.saved_by(stamp.submission)
    return saved is not None and saved.data == data


def check_saved(table: Table, slot: int) -> EntryCheck:
    """The form to correct a round. If that does not count, it says why."""
    saved = table.rounds[table.places[slot]]
    data, problem = saved.data, saved.result.problem
    form = forms_of(table.game).EntryForm(context=table.entry_context(slot), entry=data)
    if not problem:
        return EntryCheck(table, form, data, result=saved.result)
    form.cleaned_data = {}  # as if it had been sent
    add_rule_error(form, problem, table.names)
    other = table.rounds[problem.other] if isinstance(problem, Disagreement) else None
    return EntryCheck(table, form, data, other=other)


def blank(table: Table, before: int | None = None, ahead: int = 0) -> EntryCheck:
    context = table.entry_context(before=before, ahead=ahead)
    form = forms_of(table.game).EntryForm(context=context)
    return EntryCheck(table, form, {})


def draft_facts(table: Table) -> list[tuple[str, str]]:
    """The draft of the next entry in words, as (label, value)."""
    return describe_fields(table, table.draft) if table.draft else []


def describe_fields(table: Table, fields: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """What was typed for the next entry in words, as (label, value)."""
    return describe(table, form_with(table, fields).entry())


def form_with(table: Table, fields: Mapping[str, list[str]]) -> EntryForm:
    """The checked form for the next entry with what was typed."""
    form = forms_of(table.game).EntryForm(MultiValueDict(fields), context=table.entry_context())
    form.full_clean()
    return form


def describe(table: Table, data: dict[str, Any]) -> list[tuple[str, str]]:
    return forms_of(table.game).describe_entry(data, table.names)


def take_out_missing(form: forms.Form) -> tuple[list[str], bool]:
    """Remove the errors of fields that are blank and must not be. Return the labels of those that
    this step asks, and whether there was any such field.
    """
    codes = {
        name: {error.code for error in errors} for name, errors in form.errors.as_data().items()
    }
    blank = [name for name in codes if codes[name] <= {"required", "later"}]
    for name in blank:
        del form.errors[name]
    return [str(form.fields[one].label) for one in blank if "required" in codes[one]], bool(blank)


def with_entry(check: EntryCheck, stamp: Stamp) -> Table | None:
    """The table with the entry in its place. Raises Impossible for what the rules refuse."""
    if check.table.setup.ended_early and not (stamp.revision or stamp.before):
        check.form.add_error(None, gettext("This game is over: reopen it to enter more."))
        return None
    after = check.table.with_candidate(stamp.slot, check.data, stamp.before)
    problem = after.result_in(stamp.slot).problem
    if problem and not isinstance(problem, GameOver):
        raise problem
    return after


def rounds_invalidated(table: Table, after: Table, slot: int) -> list[Round]:
    """The other rounds that count now, and would not with the new entry."""
    if not after.board.problem:
        return []
    known = {slot, *(round.entry.slot for round in table.rounds if round.result.problem)}
    return [
        round for round in after.rounds if round.result.problem and round.entry.slot not in known
    ]


def would_count(table: Table, data: dict[str, Any]) -> bool:
    """Whether this could be the next entry as well."""
    slot = table.next_slot
    after = table.with_candidate(slot, data, None)
    return not table.setup.ended_early and not after.result_in(slot).problem


def options_valid(game: AnyGame, form: OptionsForm) -> bool:
    """Whether the form and the rules accept these options."""
    if form.is_valid():
        try:
            call_rules(record.decode_options, game, form.options())
        except Impossible as refusal:
            add_rule_error(form, refusal, ())
    return form.is_valid()


def add_rule_error(form: forms.Form, refusal: Impossible, names: Sequence[str]) -> None:
    """Add a refusal of the rules to the form's errors, beside the field if the form has it."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, render_text(refusal.message, names))
