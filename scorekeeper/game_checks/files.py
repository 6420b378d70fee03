"""Checks that a game has its icon and its templates, and that they compile; that its source has
only texts that catalogues can hold, and nothing that the template of a new game left unfilled.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.template import Origin, Template, TemplateDoesNotExist, TemplateSyntaxError

from games.contract import AnyGame
from games.faults import fault_of_error
from scorekeeper.game_checks.mistakes import (
    ICON,
    STATIC,
    SYNTAX,
    TEMPLATE,
    TEXT,
    Mistake,
    game_folder,
    mistake_of_error,
    mistake_of_fault,
    sentence,
    template_place,
)
from scorekeeper.game_checks.pages import engine
from scorekeeper.site.game_files import static_faults
from scorekeeper.tables.game_forms import FORMS, form_template

TRANSLATORS = {"gettext", "gettext_noop", "gettext_lazy", "ngettext", "ngettext_lazy"}
UNCHANGED_CREDIT = "AUTHOR; PUBLISHER"


def check_files(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    templates = folder / "templates"
    icon = templates / game.slug / "icon.svg"
    if not icon.is_file():
        yield Mistake(ICON, icon, "The file is missing: the home page shows it.")
    for fault in static_faults(folder):
        yield Mistake(STATIC, fault.file, fault.reason, fault.line)
    for part in FORMS:
        yield from check_presence(game, templates, part)
    for file in sorted(filter(Path.is_file, templates.rglob("*"))):
        if file.suffix in (".html", ".svg"):
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


def check_sources(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    if game.credit == UNCHANGED_CREDIT:
        reason = (
            f"The credit is still “{UNCHANGED_CREDIT}”: name the author and the publisher,"
            " or say that it is a traditional game."
        )
        yield Mistake(TEXT, folder / "rules.py", reason)
    for file in sorted(filter(Path.is_file, folder.rglob("*.py"))):
        yield from check_messages(file)


def check_messages(file: Path) -> Iterator[Mistake]:
    try:
        source = ast.parse(file.read_bytes(), str(file))
    except (SyntaxError, ValueError) as error:  # rules.py could be read, but not this file
        yield mistake_of_fault(fault_of_error(game_folder(file), file, error))
        return
    for message in messages_of(source):
        if isinstance(message, ast.JoinedStr):
            reason = (
                f"An f-string cannot be translated: {ast.unparse(message)}. Give values by"
                ' name instead: _("%(player)s is out", player=seat).'
            )
            yield Mistake(TEXT, file, reason, message.lineno)


def messages_of(source: ast.Module) -> Iterator[ast.expr]:
    """Yield the arguments of gettext and the like, by whatever name they were imported."""
    nodes = list(ast.walk(source))
    aliases = [alias for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    names = {alias.asname or alias.name for alias in aliases if alias.name in TRANSLATORS}
    for call in nodes:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            yield from call.args
