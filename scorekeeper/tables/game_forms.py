"""The forms of a game, typed as the shell uses them.

The core does not import Django, so its contract (games/forms_contract.py) cannot say that they are
Django forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from django import forms

from games import forms_contract, record, registry
from games.contract import AnyGame, Fact, Impossible
from games.endless import call_rules
from scorekeeper.tables.kinds import Options
from scorekeeper.tables.translate import render_text

if TYPE_CHECKING:

    class OptionsForm(forms_contract.OptionsForm, forms.Form): ...

    class EntryForm(forms_contract.EntryForm, forms.Form): ...
else:  # a class cannot be a protocol and a form
    OptionsForm = EntryForm = forms.Form


class GameForms(forms_contract.Forms, Protocol):
    OptionsForm: type[OptionsForm]
    EntryForm: type[EntryForm]


def forms_of(game: AnyGame) -> GameForms:
    return cast(GameForms, registry.forms(game.slug))


def hidden_options(game: AnyGame, options: Options) -> OptionsForm:
    """Return the form of options to play again. Its fields are hidden, so they need no ids, which
    others of the page may have, nor what describes them.
    """
    form = forms_of(game).OptionsForm(options=options)
    form.auto_id = False
    return form


FORMS = {"entry": "EntryForm", "options": "OptionsForm"}


def form_template(game: AnyGame, part: str) -> str:
    """The template of the form for an entry, or for options: the game's, or one the form names."""
    own = f"{game.slug}/{part}.html"
    if (registry.folders()[game.slug] / "templates" / own).is_file():
        return own
    template_name = getattr(getattr(forms_of(game), FORMS[part]), "template_name", None)
    return template_name if isinstance(template_name, str) else own


def options_valid(game: AnyGame, form: OptionsForm) -> bool:
    """Return whether the form and the rules accept these options."""
    if form.is_valid():
        try:
            call_rules(record.decode_options, game, form.options())
        except Impossible as refusal:
            add_rule_error(form, refusal, ())
    return form.is_valid()


def compare_facts(before: Iterable[Fact], after: Iterable[Fact]) -> list[tuple[str, str, str]]:
    """Return (label, before, after) for each fact; "" where it is missing."""
    was, now = dict(before), dict(after)
    return [(label, was.get(label, ""), now.get(label, "")) for label in {**was, **now}]


def add_rule_error(form: forms.Form, refusal: Impossible, names: Sequence[str]) -> None:
    """Add a refusal of the rules to the form's errors, beside the field if the form has it."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, render_text(refusal.message, names))
