"""Plays the options of the cases through the game's form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from games.contract import AnyGame, Impossible, in_english
from games.record import decode_options
from scorekeeper.game_checks.cases import Case, records_of
from scorekeeper.game_checks.entry_forms import form_data, mistake_in_facts
from scorekeeper.game_checks.mistakes import OPTIONS, PAGE, Mistake, forms_file, mistake_of_error
from scorekeeper.game_checks.pages import render_options
from scorekeeper.game_checks.tables import as_json, stored_options, usual_options
from scorekeeper.tables.game_forms import forms_of


def check_options(game: AnyGame, folder: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Check the form without options and with those of each case. Report only the first mistake."""
    given: list[dict[str, Any] | None] = [*map(stored_options, records_of(cases))]
    if usual_options(game, []) is not None:
        given.insert(0, None)  # else the form asks for options that have no default
    different = [options for n, options in enumerate(given) if options not in given[:n]]
    for options in different:
        mistakes = list(check_form(game, forms_file(folder), options))
        yield from mistakes
        if mistakes:
            return


def check_form(game: AnyGame, file: Path, options: dict[str, Any] | None) -> Iterator[Mistake]:
    where = f"The form for the options {options or {}}"
    try:
        reason = play(game, options)
    except Exception as error:
        yield mistake_of_error(PAGE, file, where, error)
        return
    if reason:
        yield Mistake(OPTIONS, file, f"{where}: {reason}")
    describe = partial(forms_of(game).describe_options, options or {})
    if mistake := mistake_in_facts(file, f"describe_options({options or {}})", describe):
        yield mistake


def play(game: AnyGame, options: dict[str, Any] | None) -> str:
    """Open the form and send it as it is. Return why that does not give the options again."""
    page = render_options(game, forms_of(game).OptionsForm(options=options))
    form = forms_of(game).OptionsForm(form_data(page.fields))
    for name, errors in form.errors.items():
        return f"it refuses what it shows. {name}: {errors[0]}"
    try:
        given = as_json(form.options())
        decoded = decode_options(game, given)
    except TypeError as error:
        return f"options() gives something that cannot be stored: {error}."
    except Impossible as refusal:
        why = in_english(refusal.message)
        return (
            f"options() gives {given}, which are not options of this game. {refusal.field}: {why}"
        )
    if options is not None and decoded != decode_options(game, options):
        return f"it shows {options}, but options() gives {given}."
    return ""
