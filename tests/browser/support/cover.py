"""The cover of the states that an ordinary run shows: every template, class and form.

golden/cover.txt names a state for each. test_every_page.py checks that the state shows it, and
test_states.py that nothing is missing.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_SH, flock
from threading import local
from typing import Any, TextIO

from django.conf import settings
from django.core.signals import request_started
from django.forms import BaseForm, Form
from django.template import Context, Template
from django.test.signals import template_rendered
from django.test.utils import instrumented_test_render
from django.urls import resolve
from playwright.sync_api import Page

from games import registry
from scorekeeper.pages.game import fragments
from scorekeeper.pages.game.fragments import MOST_BYTES, FragmentCache
from tests.browser.support.golden import FOLDER
from tests.browser.support.states import STATES
from tests.support.shipped_games import SHIPPED

FILE = FOLDER / "cover.txt"
TEMPLATES, GAMES = settings.BASE_DIR / "templates", settings.BASE_DIR / "games"
OUR_GAMES = [GAMES / name for name in ("kit", *SHIPPED)]
SHEETS = [
    *(settings.BASE_DIR / "static" / "css").glob("*.css"),
    *(sheet for game in OUR_GAMES for sheet in game.glob("static/*/*.css")),
]
OUR_MODULES = ("scorekeeper.", *(f"games.{game.name}." for game in OUR_GAMES))

# No state can show these.
EXEMPT = {
    # These are there for a moment.
    "class htmx-request",
    "class fresh",
    # Forms that are not shown, or offer only what is right.
    "form scorekeeper.forms.games.BackForm",
    "form scorekeeper.forms.games.BackForm refused",
    "form scorekeeper.people.forms.RoleForm",
    "form scorekeeper.people.forms.RoleForm refused",
    # It reads an address.
    "form scorekeeper.pages.game_filters.FilterForm",
    "form scorekeeper.pages.game_filters.FilterForm refused",
    "form scorekeeper.api.rounds.RecordForm",
    "form scorekeeper.api.rounds.RecordForm refused",
    "form games.big_fish.options_form.OptionsForm refused",
    "form games.chimera_tricks.forms.OptionsForm refused",
    "form games.yahtzee.forms.OptionsForm refused",
}

CLASSES = "[...new Set([...document.querySelectorAll('*')].flatMap(part => [...part.classList]))]"


class Recorder:
    """Notes the templates and forms of the page that the browser shows."""

    def __init__(self) -> None:
        self.items: set[str] = set()
        self.thread = local()
        self.document: dict[str, Any] = {}

    def start(self, environ: dict[str, Any], **_rest: object) -> None:
        self.thread.environ = environ

    def render(self, template: Template, context: Context, **_rest: object) -> None:
        environ = getattr(self.thread, "environ", {})
        if environ.get("HTTP_SEC_FETCH_DEST") == "document" and environ is not self.document:
            self.document = environ
            self.items.clear()
        elif is_ahead(environ) and environ.get("PATH_INFO") != self.document.get("PATH_INFO"):
            return
        self.items.add(f"template {template.name}")
        for form in forms_in(context):
            self.items.add(f"form {name_of(type(form))}")
            if form.is_bound and form._errors:  # its property would validate the form
                self.items.add(f"form {name_of(type(form))} refused")

    def shown(self, page: Page) -> set[str]:
        return self.items | {f"class {name}" for name in page.evaluate(CLASSES)}


def is_ahead(environ: dict[str, Any]) -> bool:
    """A script fetches a page that may be opened next."""
    return environ.get("HTTP_SEC_FETCH_DEST") == "empty" and "HTTP_HX_REQUEST" not in environ


@contextmanager
def recording() -> Iterator[Recorder]:
    """Note what is shown, also parts of pages that an earlier page has rendered."""
    recorder, usual, kept = Recorder(), Template._render, fragments.fragments
    fragments.fragments = FragmentCache(MOST_BYTES)
    Template._render = instrumented_test_render  # which tells what is rendered
    request_started.connect(recorder.start)
    template_rendered.connect(recorder.render)
    try:
        yield recorder
    finally:
        request_started.disconnect(recorder.start)
        template_rendered.disconnect(recorder.render)
        Template._render, fragments.fragments = usual, kept


def forms_in(context: Context) -> Iterator[BaseForm]:
    for layer in context.dicts:
        yield from (value for value in layer.values() if isinstance(value, BaseForm))


def name_of(form: type[BaseForm]) -> str:
    """The class in our code: the kit derives others from its own."""
    return next(
        f"{base.__module__}.{base.__qualname__}"
        for base in form.__mro__
        if base.__module__.startswith(("games.", "scorekeeper."))
    )


def everything() -> set[str]:
    """The parts that the states have to show."""
    return {*templates(), *classes(), *forms()} - EXEMPT


def templates() -> Iterator[str]:
    for folder in (TEMPLATES, *(game / "templates" for game in OUR_GAMES)):
        yield from (f"template {path.relative_to(folder)}" for path in folder.rglob("*.html"))


def classes() -> Iterator[str]:
    for sheet in SHEETS:
        rules = re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(), flags=re.DOTALL)
        yield from (f"class {name}" for name in re.findall(r"\.([a-z][\w-]*)", rules))


def forms() -> Iterator[str]:
    """Every form, as it is opened, and as it comes back if it is refused."""
    resolve("/")  # imports the views, and so their forms
    registry.faults()  # the games, and theirs
    for form in subclasses(Form):
        if form.__module__.startswith(OUR_MODULES):
            yield from (f"form {name_of(form)}", f"form {name_of(form)} refused")


def subclasses(parent: type) -> Iterator[type]:
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


def read_cover() -> dict[str, str]:
    """The state that shows each item."""
    with FILE.open() as file:
        flock(file, LOCK_SH)  # the tests of several processes may be updating it
        return parse(file.read())


def parse(text: str) -> dict[str, str]:
    return dict(line.split(": ") for line in text.splitlines())


def update_cover(state: str, shown: set[str]) -> None:
    """Let the state answer for what it shows and no other state does."""
    usual = {one.name for one in STATES if not one.long}
    with FILE.open("r+") as file:
        flock(file, LOCK_EX)
        cover = parse(file.read())
        others = {item: name for item, name in cover.items() if name in usual - {state}}
        write(file, others | dict.fromkeys((shown & everything()) - others.keys(), state))


def drop_from_cover(stale: set[str]) -> None:
    with FILE.open("r+") as file:
        flock(file, LOCK_EX)
        write(file, {item: name for item, name in parse(file.read()).items() if item not in stale})


def write(file: TextIO, cover: dict[str, str]) -> None:
    file.seek(0)
    file.truncate()
    file.write("".join(f"{item}: {name}\n" for item, name in sorted(cover.items())))
