"""Plays the cases through the game's forms: their options, and corrections that change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.datastructures import MultiValueDict

from games.contract import AnyGame, Impossible, in_english
from games.record import decode_entry, decode_options, encode_entry, seats_by_number
from scorekeeper.game_checks.cases import Case, records_of
from scorekeeper.game_checks.mistakes import (
    DESCRIPTION,
    ENTRY,
    OPTIONS,
    PAGE,
    Mistake,
    mistake_of_error,
    part_file,
)
from scorekeeper.game_checks.pages import Controls, Field, render_entry, render_options
from scorekeeper.game_checks.tables import (
    as_json,
    make_table,
    stored_entries,
    stored_options,
    usual_options,
)
from scorekeeper.tables.entering.entry import check_round, fresh_stamp
from scorekeeper.tables.game_forms import EntryForm, forms_of
from scorekeeper.tables.table import Table


def check_entries(
    game: AnyGame, folder: Path, cases: Sequence[Case], pages: list[Controls]
) -> Iterator[Mistake]:
    """Add the pages to `pages`. Only the first mistake of a case is named."""
    file = part_file(folder, "forms.py")
    states: set[str] = set()
    for case in cases:
        if record := case.read():
            options, entries = stored_options(record), stored_entries(record)
            tables = [
                make_table(game, record.players, options, entries[: number + 1])
                for number in range(len(entries))
            ]
            yield from check_case(file, case, tables, pages, states)


def check_case(
    file: Path, case: Case, tables: Sequence[Table], pages: list[Controls], states: set[str]
) -> Iterator[Mistake]:
    """`states` are those of the tables before this one: cases may begin alike."""
    was_refused = False
    for number, table in enumerate(tables):
        if (state := repr((table.names, table.setup, table.inputs))) in states:
            continue
        states.add(state)
        where = f"entry {number + 1} of the case “{case.name}” (cases.toml, line {case.line})"
        try:
            page, reason = resubmit_entry(table)
        except Exception as error:
            yield mistake_of_error(PAGE, file, f"The form for {where}", error)
            return
        pages.append(page)
        if number == case.refused_entry:
            return  # what comes after it is not scored
        was_refused = was_refused or bool(reason)
        if reason and not case.record_only:
            yield Mistake(ENTRY, file, f"The form for {where}: {reason}")
            return
        yield from check_descriptions(file, where, table, page)
    if case.record_only and not was_refused:
        reason = f"The form takes every entry of “{case.name}”: leave out `record_only`."
        yield Mistake(ENTRY, case.file, reason, case.line)


def resubmit_entry(table: Table) -> tuple[Controls, str]:
    """Open the form to correct the last entry, and send it as it is. Return the page that it was
    on, and why it did not come back.
    """
    slot = table.log.entries[-1].slot
    page = render_entry(table, fresh_stamp(slot, 1), check_round(table, slot))
    reason = ""
    # A button may say what is entered, such as the box of a score card.
    for buttons in ([], *([button] for button in page.buttons)):
        form = submit(table, [*page.fields, *buttons])
        why = fault_of(form, table)
        if not why:
            return page, ""
        reason = reason or why
    return page, reason


def form_data(fields: Sequence[Field]) -> MultiValueDict[str, str]:
    data: MultiValueDict[str, str] = MultiValueDict()
    for name, value in fields:
        data.appendlist(name, value)
    return data


def submit(table: Table, fields: Sequence[Field]) -> EntryForm:
    context = table.entry_context(table.log.entries[-1].slot)
    form = forms_of(table.game).EntryForm(form_data(fields), context=context)
    form.full_clean()
    return form


def fault_of(form: EntryForm, table: Table) -> str:
    """Return why this is not the last entry of the table again; "" if it is."""
    for name, errors in form.errors.items():
        return f"it refuses what it shows. {name}: {errors[0]}"
    try:
        data = as_json(form.entry())
    except TypeError as error:
        return f"entry() gives something that cannot be stored: {error}."
    try:
        entry = decode_entry(table.game, data, seats_by_number(len(table.names)))
    except Impossible as refusal:
        why = in_english(refusal.message, table.names)
        return f"entry() gives {data}, which is not an entry of this game. {refusal.field}: {why}"
    canonical = as_json(encode_entry(table.game, entry, range(len(table.names))))
    for key, value in canonical.items():
        if data[key] != value:
            return f"entry() gives “{key}” as {data[key]!r} instead of {value!r}."
    if entry == table.inputs[-1] or means_the_same(table, data):
        return ""
    return f"it shows {table.log.entries[-1].data}, but entry() gives {data}."


def means_the_same(table: Table, data: dict[str, Any]) -> bool:
    """Return whether the table saved the same cards in another order, or an entry with the
    same result: a bonus card need not be named if there is only one.
    """
    last = table.log.entries[-1]
    if in_any_order(data) == in_any_order(last.data):
        return True
    after = table.with_candidate(last.slot, data, None).result_in(last.slot)
    return not after.problem and after == table.result_in(last.slot)


def in_any_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: in_any_order(item) for key, item in value.items()}
    return sorted(map(str, value)) if isinstance(value, list) else value


def check_descriptions(file: Path, where: str, table: Table, page: Controls) -> Iterator[Mistake]:
    """Describe the entry, and drafts of it in which a field is blank."""
    doing = f"describe_entry() of {where}, where something may be blank,"
    for data in (table.log.entries[-1].data, *drafts(table, page.fields)):
        describe = partial(forms_of(table.game).describe_entry, data, table.names)
        if mistake := mistake_in_facts(file, doing, describe):
            yield mistake
            return


def drafts(table: Table, fields: Sequence[Field]) -> Iterator[dict[str, Any]]:
    yield submit(table, []).entry()
    if len(table.log.entries) > 1:
        return  # one entry of each game is enough
    for blank in sorted({name for name, _value in fields}):
        yield submit(table, [field for field in fields if field[0] != blank]).entry()


def mistake_in_facts(file: Path, doing: str, describe: Callable[[], object]) -> Mistake | None:
    """Facts are shown, compared and stored as plain text. `doing` begins with the function."""
    try:
        facts = describe()
    except Exception as error:
        return mistake_of_error(DESCRIPTION, file, doing, error)
    if isinstance(facts, list) and all(map(is_pair_of_texts, facts)):
        return None
    name = doing.partition("(")[0]
    reason = f"{name}() must return a list of pairs of texts, but returns {facts!r}."
    return Mistake(DESCRIPTION, file, reason)


def is_pair_of_texts(fact: object) -> bool:
    if not (isinstance(fact, tuple) and len(fact) == 2):
        return False
    return all(isinstance(text, str) for text in fact)


def check_options(game: AnyGame, folder: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Check the form without options and with those of each case. Report only the first mistake."""
    all_options: list[dict[str, Any] | None] = [*map(stored_options, records_of(cases))]
    if usual_options(game, []) is not None:
        all_options.insert(0, None)  # else the form asks for options that have no default
    distinct = [options for n, options in enumerate(all_options) if options not in all_options[:n]]
    for options in distinct:
        mistakes = list(check_options_form(game, part_file(folder, "forms.py"), options))
        yield from mistakes
        if mistakes:
            return


def check_options_form(
    game: AnyGame, file: Path, options: dict[str, Any] | None
) -> Iterator[Mistake]:
    where = f"The form for the options {options or {}}"
    try:
        reason = resubmit_options(game, options)
    except Exception as error:
        yield mistake_of_error(PAGE, file, where, error)
        return
    if reason:
        yield Mistake(OPTIONS, file, f"{where}: {reason}")
    describe = partial(forms_of(game).describe_options, options or {})
    if mistake := mistake_in_facts(file, f"describe_options({options or {}})", describe):
        yield mistake


def resubmit_options(game: AnyGame, options: dict[str, Any] | None) -> str:
    """Open the form and send it as it is. Return why that does not give the options again."""
    page = render_options(game, forms_of(game).OptionsForm(options=options))
    form = forms_of(game).OptionsForm(form_data(page.fields))
    for name, errors in form.errors.items():
        return f"it refuses what it shows. {name}: {errors[0]}"
    try:
        data = as_json(form.options())
        result = decode_options(game, data)
    except TypeError as error:
        return f"options() gives something that cannot be stored: {error}."
    except Impossible as refusal:
        why = in_english(refusal.message)
        return f"options() gives {data}, which are not options of this game. {refusal.field}: {why}"
    if options is not None and result != decode_options(game, options):
        return f"it shows {options}, but options() gives {data}."
    return ""
