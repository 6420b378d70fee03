"""Checks that the template of an entry has all that its form needs: inputs, errors, Save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.utils.datastructures import MultiValueDict

from games.contract import AnyGame
from scorekeeper.game_checks.mistakes import (
    BAR,
    ERROR_PLACE,
    FIELD,
    PAGE,
    Mistake,
    mistake_of_error,
    part_file,
)
from scorekeeper.game_checks.pages import Controls, render_entry, template_file
from scorekeeper.game_checks.tables import NAMES, make_table
from scorekeeper.game_checks.texts import entry_keys
from scorekeeper.tables.entering.drafts import field_of_input
from scorekeeper.tables.entering.entry import EntryCheck, fresh_stamp
from scorekeeper.tables.game_forms import EntryForm, forms_of
from scorekeeper.tables.table import Table

GARBAGE = (None, "?", "-1", "9" * 20)
PARTS = range(6)  # of a field with several inputs, as far as garbage is sent


def check_fields(
    game: AnyGame, folder: Path, options: dict[str, Any], pages: list[Controls]
) -> Iterator[Mistake]:
    """`pages` shows the form with the entries of the cases; the blank forms are added."""
    file = template_file(game, "entry")
    names_with_errors: set[str] = set()
    try:
        for count in sorted({game.players[0], min(game.players[-1], len(NAMES))}):
            table = make_table(game, NAMES[:count], options, [])
            forms = [blank_form(table), *(garbage_form(table, value) for value in GARBAGE)]
            pages.extend(show(table, form) for form in forms)
            names_with_errors.update(name for form in forms[1:] for name in form.errors)
    except Exception as error:
        yield mistake_of_error(PAGE, file, "The form for an entry", error)
        return
    yield from check_bar(file, pages)
    form = blank_form(make_table(game, NAMES[: game.players[0]], options, []))
    yield from check_names(game, part_file(folder, "forms.py"), form, pages)
    field_names = names_with_errors | (entry_keys(game) & set(form.fields))
    yield from check_places(file, form, field_names, pages)


def blank_form(table: Table) -> EntryForm:
    return forms_of(table.game).EntryForm(context=table.entry_context())


def garbage_form(table: Table, value: str | None) -> EntryForm:
    """The form as it was sent, with the same value in every input."""
    names = blank_form(table).fields
    inputs = [f"{name}{part}" for name in names for part in ("", *(f"_{n}" for n in PARTS))]
    data = MultiValueDict({name: [value] for name in inputs if value is not None})
    form = forms_of(table.game).EntryForm(data, context=table.entry_context())
    form.full_clean()
    return form


def show(table: Table, form: EntryForm) -> Controls:
    return render_entry(table, fresh_stamp(table.log.next_slot, 0), EntryCheck(table, form, {}))


def check_bar(file: Path, pages: Sequence[Controls]) -> Iterator[Mistake]:
    if not all("say-form" in page.ids and page.submits for page in pages):
        reason = 'The bar with Save is missing: {% include "entry/_entry_bar.html" %}'
        yield Mistake(BAR, file, reason)


def check_places(
    file: Path, form: EntryForm, field_names: set[str], pages: Sequence[Controls]
) -> Iterator[Mistake]:
    ids = {one for page in pages for one in page.ids}
    for name, field in form.fields.items():
        if name in field_names and not field.widget.is_hidden and f"say-{name}" not in ids:
            reason = f'There is no place for errors of “{name}”: <div class="say" id="say-{name}">'
            yield Mistake(ERROR_PLACE, file, reason)


def check_names(
    game: AnyGame, file: Path, form: EntryForm, pages: Sequence[Controls]
) -> Iterator[Mistake]:
    """The rules name a key of the entry when they refuse one; a field must have that name.

    A key may have no field if buttons give it, as those of a score card do.
    """
    buttons = {name for page in pages for name, _value in page.buttons}
    keys = entry_keys(game)
    lost = sorted(keys - {field_of_input(name, form.fields) for name in form.fields})
    other = sorted(set(form.fields) - keys - buttons)
    visible = [name for name in other if not form.fields[name].widget.is_hidden]
    if lost and visible:
        reason = f"The entry’s “{lost[0]}” has no field: is “{visible[0]}” meant to be named so?"
        yield Mistake(FIELD, file, reason)
