"""Renders the templates of a game as the pages do, with their lines noted for messages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates

from games.contract import AnyGame
from scorekeeper.game_checks.html import Controls
from scorekeeper.pages.entry_form import entry_page_context
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.stamps import Stamp
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import EntryCheck
from scorekeeper.web import game_files

PARTS = {"entry": "EntryForm", "options": "OptionsForm"}


def template_name(game: AnyGame, part: str) -> str:
    """The template of the form for an entry, or for options: the form's own, if it names one."""
    own = getattr(getattr(forms_of(game), PARTS[part]), "template_name", None)
    return own if isinstance(own, str) else f"{game.slug}/{part}.html"


def template_file(game: AnyGame, part: str) -> Path:
    """Where that template is, which must exist: in the folder of the game, or where it says."""
    return Path(str(engine().get_template(template_name(game, part)).origin.name))


def render_entry(table: Table, stamp: Stamp, check: EntryCheck) -> Controls:
    context = entry_page_context(table, stamp, check)
    return render(template_name(table.game, "entry"), context)


def render_options(game: AnyGame, form: forms.Form) -> Controls:
    return render(template_name(game, "options"), {"game": game, "form": form})


def render(name: str, context: Mapping[str, Any]) -> Controls:
    request = HttpRequest()
    request.method = "GET"
    return Controls(engine().get_template(name).render({**context}, request))


@cache
def engine() -> DjangoTemplates:
    """Like the site's own, but templates keep their line breaks."""
    given: dict[str, Any] = settings.TEMPLATES[0]
    filesystem = ("django.template.loaders.filesystem.Loader", game_files.template_folders())
    options = {
        **given["OPTIONS"],
        "debug": True,
        "loaders": [("django.template.loaders.cached.Loader", [filesystem])],
    }
    return DjangoTemplates({"NAME": "checks", "DIRS": [], "APP_DIRS": False, "OPTIONS": options})
