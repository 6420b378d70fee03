"""Checks that a game has its icon and its templates, and that they compile."""

from collections.abc import Iterator
from pathlib import Path

from django.template import Origin, Template, TemplateDoesNotExist, TemplateSyntaxError

from games.contract import AnyGame
from scorekeeper.game_checks.mistakes import (
    ICON,
    STATIC,
    SYNTAX,
    TEMPLATE,
    Mistake,
    mistake_of_error,
    sentence,
    template_place,
)
from scorekeeper.game_checks.pages import engine
from scorekeeper.site.game_files import static_faults
from scorekeeper.tables.game_forms import FORMS, form_template


def check_files(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    templates = folder / "templates"
    if not (icon := templates / game.slug / "icon.svg").is_file():
        yield Mistake(ICON, icon, "The file is missing: the home page shows it.")
    for fault in static_faults(folder):
        yield Mistake(STATIC, fault.file, fault.reason, fault.line)
    for part in FORMS:
        yield from check_presence(game, templates, part)
    for file in sorted(path for path in templates.rglob("*") if path.suffix in (".html", ".svg")):
        yield from check_syntax(file)


def check_presence(game: AnyGame, templates: Path, part: str) -> Iterator[Mistake]:
    name = form_template(game, part)
    try:
        engine().get_template(name)
    except TemplateDoesNotExist:
        reason = f"The file is missing: it shows the fields of {FORMS[part]}."
        yield Mistake(TEMPLATE, templates / name, reason)
    except (TemplateSyntaxError, UnicodeDecodeError):
        pass  # check_syntax says where


def check_syntax(file: Path) -> Iterator[Mistake]:
    try:
        Template(file.read_text("utf-8"), Origin(str(file)), file.name, engine().engine)
    except TemplateSyntaxError as error:
        place = template_place(error)
        reason = f"The template cannot be read: {sentence(error)}"
        yield Mistake(SYNTAX, file, reason, place[1] if place else None)
    except (OSError, UnicodeDecodeError) as error:
        yield mistake_of_error(SYNTAX, file, "Reading the template", error)
