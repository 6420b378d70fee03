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
from scorekeeper.site import game_files
from scorekeeper.tables.entry import EntryCheck, Stamp
from scorekeeper.tables.game_forms import form_template
from scorekeeper.tables.table import Table


def template_file(game: AnyGame, part: str) -> Path:
    """Return the path of a template, which must exist, in the game's folder or the kit's."""
    return Path(str(engine().get_template(form_template(game, part)).origin.name))


def render_entry(table: Table, stamp: Stamp, check: EntryCheck) -> Controls:
    context = entry_page_context(table, stamp, check)
    return render(form_template(table.game, "entry"), context)


def render_options(game: AnyGame, form: forms.Form) -> Controls:
    return render(form_template(game, "options"), {"game": game, "form": form})


def render(name: str, context: Mapping[str, Any]) -> Controls:
    request = HttpRequest()
    request.method = "GET"
    return Controls(engine().get_template(name).render({**context}, request))


@cache
def engine() -> DjangoTemplates:
    """Return an engine like the site's own, except that templates keep their line breaks."""
    given: dict[str, Any] = settings.TEMPLATES[0]
    filesystem = ("django.template.loaders.filesystem.Loader", game_files.template_folders())
    options = {
        **given["OPTIONS"],
        "debug": True,
        "loaders": [("django.template.loaders.cached.Loader", [filesystem])],
    }
    return DjangoTemplates({"NAME": "checks", "DIRS": [], "APP_DIRS": False, "OPTIONS": options})
