"""What the rules say of an entry before it is saved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from games import record, registry
from games.contract import AnyGame, Disagreement, GameOver, Impossible, Result
from scorekeeper.models import Revision
from scorekeeper.tables.changes import Stamp
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text


class Refusal(NamedTuple):
    """What is said beside the first field that cannot stand, and how often there is `more` to mend."""

    field: str
    why: str
    more: int


@dataclass(frozen=True)
class EntryCheck:
    """The form, with every refusal in its errors; what is `missing` yet; what the entry would do, if it can stand.

    `other`: the earlier round that it does not agree with, of which either may be wrong. `breaks`: the later rounds
    that would count nothing then.
    """

    form: forms.Form
    missing: list[str]
    result: Result | None
    facts: list[tuple[str, str]]
    other: Round | None = None
    breaks: Sequence[Round] = ()

    @property
    def refusal(self) -> Refusal | None:
        """For the bar, which is in sight wherever the field is; what concerns no field is said there anyway."""
        refused = [
            (name, why) for name in self.form.fields for why in self.form.errors.get(name, ())
        ]
        return Refusal(*refused[0], len(refused) - 1) if refused else None


def validate_entry(
    table: Table, stamp: Stamp, data: Mapping[str, Any], partial: bool = False
) -> EntryCheck:
    """Judges what was sent; of a partial form, what is blank is missing, not wrong.

    What only disagrees with an earlier round is no error for who chose to `keep` it, and correct that one.
    """
    form = forms_of(table).EntryForm(data, context=table.situation(stamp.slot, stamp.before))
    form.full_clean()
    missing = list(take_out_missing(form)) if partial else []
    facts = forms_of(table).describe_entry(form.entry(), table.names)
    if missing or not form.is_valid() or already_saved(table, stamp, form):
        return EntryCheck(form, missing, None, facts)
    try:
        after = with_candidate(table, stamp, form)
    except Disagreement as refusal:
        if "keep" not in data:
            add_rule_error(form, refusal, table.names)
        return EntryCheck(form, missing, None, facts, table.rounds[refusal.other])
    except Impossible as refusal:
        add_rule_error(form, refusal, table.names)
        after = None
    if not after:
        return EntryCheck(form, missing, None, facts)
    return EntryCheck(
        form,
        missing,
        after.result_in(stamp.slot),
        facts,
        breaks=rounds_invalidated(table, after, stamp.slot),
    )


def already_saved(table: Table, stamp: Stamp, form: forms.Form) -> bool:
    """Whether this is what the same submission saved before: it is answered as it was then, whatever came since."""
    sent = table.sent(stamp.submission)
    return sent is not None and sent.data == form.entry()


def as_saved(table: Table, slot: int) -> EntryCheck:
    """A round that stands, in a form to correct it; of one that counts nothing, why it does."""
    standing = table.round(slot)
    form = forms_of(table).EntryForm(context=table.situation(slot), entry=standing.entry.data)
    facts, problem = (
        forms_of(table).describe_entry(standing.entry.data, table.names),
        standing.result.problem,
    )
    if not problem:
        return EntryCheck(form, [], standing.result, facts)
    form.cleaned_data = {}  # as if it had been sent
    add_rule_error(form, problem, table.names)
    other = table.rounds[problem.other] if isinstance(problem, Disagreement) else None
    return EntryCheck(form, [], None, facts, other)


def blank(table: Table, before: int | None = None) -> EntryCheck:
    return EntryCheck(
        forms_of(table).EntryForm(context=table.situation(before=before)), [], None, []
    )


def noted(table: Table) -> list[tuple[str, str]]:
    """What was noted of the round under way, label by label."""
    if not table.draft:
        return []
    form = forms_of(table).EntryForm(MultiValueDict(table.draft), context=table.situation())
    form.full_clean()
    return forms_of(table).describe_entry(form.entry(), table.names)


def forms_of(table: Table) -> ModuleType:
    return registry.forms(table.game.slug)


def take_out_missing(form: forms.Form) -> Iterator[str]:
    for name, errors in form.errors.as_data().items():
        if all(error.code == "required" for error in errors):
            del form.errors[name]
            yield form.fields[name].label


def with_candidate(table: Table, stamp: Stamp, form: forms.Form) -> Table | None:
    """The table with the entry in its place. Raises Impossible for what the rules refuse."""
    if table.setup.ended_early and not (stamp.revision or stamp.before):
        form.add_error(None, gettext("This game was ended early: reopen it to enter more."))
        return None
    current = table.current(stamp.slot)
    position = current.position if current else table.place(stamp.before)
    entry = Revision(
        slot=stamp.slot, revision=stamp.revision + 1, position=position, data=form.entry()
    )
    after = table.with_entry(entry)
    problem = after.result_in(stamp.slot).problem
    if problem and not isinstance(problem, GameOver):
        raise problem
    return after


def rounds_invalidated(table: Table, after: Table, slot: int) -> list[Round]:
    """The rounds beside this that count now, and would not after it."""
    if not after.board.problem:
        return []
    known = {slot, *(round.entry.slot for round in table.rounds if round.result.problem)}
    return [
        round for round in after.rounds if round.result.problem and round.entry.slot not in known
    ]


def would_count(table: Table, data: dict[str, Any]) -> bool:
    """Whether this could be the next entry as well."""
    slot = table.next_slot
    entry = Revision(slot=slot, revision=1, position=table.place(None), data=data)
    return not table.setup.ended_early and not table.with_entry(entry).result_in(slot).problem


def options_valid(game: AnyGame, form: forms.Form) -> bool:
    """Whether the rules take these options."""
    if form.is_valid():
        try:
            record.decode_options(game, form.options())
        except Impossible as refusal:
            add_rule_error(form, refusal, ())
    return form.is_valid()


def add_rule_error(form: forms.Form, refusal: Impossible, names: Sequence[str]) -> None:
    """What the rules refuse becomes an error of the form, beside the field if it has that."""
    form.add_error(
        refusal.field if refusal.field in form.fields else None, render_text(refusal.message, names)
    )
