"""What the rules say of an entry before it is saved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from games import record, registry
from games.contract import AnyGame, GameOver, Impossible, Result
from scorekeeper.changes import Stamp
from scorekeeper.models import Entry
from scorekeeper.say import say
from scorekeeper.table import Table


@dataclass(frozen=True)
class Judged:
    """The form, with every refusal in its errors; what is `missing` yet; what the entry would do, if it can stand."""

    form: forms.Form
    missing: list[str]
    result: Result | None
    facts: list[tuple[str, str]]


def judge(table: Table, stamp: Stamp, data: Mapping[str, Any], partial: bool = False) -> Judged:
    """Judges what was sent; of a partial form, what is blank is missing, not wrong."""
    form = forms_of(table).EntryForm(data, at=table.situation(stamp.slot))
    missing = list(take_out_missing(form)) if partial else []
    result = None if missing or not form.is_valid() else tried(table, stamp, form)
    return Judged(form, missing, result, forms_of(table).describe(form.entry(), table.names))


def as_saved(table: Table, slot: int) -> Judged:
    """A round that stands, in a form to correct it."""
    standing = table.round(slot)
    form = forms_of(table).EntryForm(at=table.situation(slot), entry=standing.entry.data)
    result = None if standing.result.problem else standing.result
    return Judged(form, [], result, forms_of(table).describe(standing.entry.data, table.names))


def blank(table: Table) -> Judged:
    return Judged(forms_of(table).EntryForm(at=table.situation()), [], None, [])


def noted(table: Table) -> list[tuple[str, str]]:
    """What was noted of the round under way, label by label."""
    if not table.draft:
        return []
    form = forms_of(table).EntryForm(MultiValueDict(table.draft), at=table.situation())
    form.full_clean()
    return forms_of(table).describe(form.entry(), table.names)


def forms_of(table: Table) -> ModuleType:
    return registry.forms(table.game.slug)


def take_out_missing(form: forms.Form) -> Iterator[str]:
    for name, errors in form.errors.as_data().items():
        if all(error.code == "required" for error in errors):
            del form.errors[name]
            yield form.fields[name].label


def tried(table: Table, stamp: Stamp, form: forms.Form) -> Result | None:
    """What the entry does in its place; what the rules refuse becomes an error of the form."""
    if table.setup.ended_early and not (stamp.revision or stamp.before):
        form.add_error(None, gettext("This game was ended early: reopen it to enter more."))
        return None
    current = table.current(stamp.slot)
    position = current.position if current else table.place(stamp.before)
    entry = Entry(slot=stamp.slot, revision=stamp.revision + 1, position=position, data=form.entry())
    try:
        result = table.with_entry(entry).result_in(stamp.slot)
        if result.problem and not isinstance(result.problem, GameOver):
            raise result.problem
    except Impossible as refusal:
        refuse(form, refusal, table.names)
        return None
    return result


def agreed(game: AnyGame, form: forms.Form) -> bool:
    """Whether the rules take these options."""
    if form.is_valid():
        try:
            record.decode_options(game, form.options())
        except Impossible as refusal:
            refuse(form, refusal, ())
    return form.is_valid()


def refuse(form: forms.Form, refusal: Impossible, names: Sequence[str]) -> None:
    """What the rules refuse becomes an error of the form, beside the field if it has that."""
    form.add_error(refusal.field if refusal.field in form.fields else None, say(refusal.message, names))
