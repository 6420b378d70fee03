"""The forms of a game, typed as the shell uses them.

The core does not import Django, so its contract (games/forms_contract.py) cannot say that they are
Django forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from django import forms

from games import forms_contract, registry
from games.contract import AnyGame, Fact

if TYPE_CHECKING:

    class OptionsForm(forms_contract.OptionsForm, forms.Form): ...

    class EntryForm(forms_contract.EntryForm, forms.Form): ...


class GameForms(Protocol):
    OptionsForm: type[OptionsForm]
    EntryForm: type[EntryForm]

    def describe_options(self, options: Mapping[str, Any]) -> list[Fact]: ...

    def describe_entry(self, entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]: ...


def forms_of(game: AnyGame) -> GameForms:
    return cast(GameForms, registry.forms(game.slug))


FORMS = {"entry": "EntryForm", "options": "OptionsForm"}


def form_template(game: AnyGame, part: str) -> str:
    """The template of the form for an entry, or for options: the game's, or one the form names."""
    own = f"{game.slug}/{part}.html"
    if (registry.folders()[game.slug] / "templates" / own).is_file():
        return own
    named = getattr(getattr(forms_of(game), FORMS[part]), "template_name", None)
    return named if isinstance(named, str) else own
