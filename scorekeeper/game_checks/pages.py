"""Renders the templates of a game as pages do, and reads from them what a browser would send."""

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates

from games.contract import AnyGame
from scorekeeper.pages.game.entry_form import entry_page_context
from scorekeeper.site import game_files
from scorekeeper.tables.entering.entry import EntryCheck, Stamp
from scorekeeper.tables.game_forms import form_template
from scorekeeper.tables.table import Table

Field = tuple[str, str]
Attributes = dict[str, str | None]

# Most tags of a page have neither an id nor anything to send. The parser is slow, so it sees none.
UNREAD = re.compile(
    r"</(?!select|textarea|script|style)[\w-]+>"
    r"|<(?!input|select|textarea|button|option|script|style)[\w-]+"
    r'(?:\s+(?!id\b)[\w:-]+="[^"<>]*")*\s*/?>'
)


class Controls(HTMLParser):
    """`fields` is sent in any case, one of `buttons` if it is pressed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.fields: list[Field] = []
        self.buttons: list[Field] = []
        self.submits = 0
        self.select = self.area = ""
        self.feed(UNREAD.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.ids.add(attributes.get("id") or "")
        name = attributes.get("name") or ""
        if tag == "button" and attributes.get("type", "submit") == "submit":
            self.submits += 1
            if name:
                self.buttons.append((name, attributes.get("value") or ""))
        elif tag in ("input", "select", "textarea") and name and "disabled" not in attributes:
            self.read_control(tag, name, attributes)
        elif tag == "option" and self.select and "selected" in attributes:
            self.fields.append((self.select, attributes.get("value") or ""))

    def read_control(self, tag: str, name: str, attributes: Attributes) -> None:
        if tag == "select":
            self.select = name
        elif tag == "textarea":
            self.area = name
            self.fields.append((name, ""))
        elif attributes.get("type") not in ("radio", "checkbox"):
            self.fields.append((name, attributes.get("value") or ""))
        elif "checked" in attributes:
            self.fields.append((name, attributes.get("value", "on") or ""))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[-1] = (self.area, self.fields[-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""


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
    config: dict[str, Any] = settings.TEMPLATES[0]
    filesystem = ("django.template.loaders.filesystem.Loader", game_files.template_folders())
    options = {
        **config["OPTIONS"],
        "debug": True,
        "loaders": [("django.template.loaders.cached.Loader", [filesystem])],
    }
    return DjangoTemplates({"NAME": "checks", "DIRS": [], "APP_DIRS": False, "OPTIONS": options})
