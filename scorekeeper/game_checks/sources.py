"""Checks of a game's source code: texts that no catalogue can hold, and what is left of the
template of a new game.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from games.contract import AnyGame
from games.faults import fault_of_error
from scorekeeper.game_checks.mistakes import TEXT, Mistake, game_folder, mistake_of_fault

TRANSLATORS = {"gettext", "gettext_noop", "gettext_lazy", "ngettext", "ngettext_lazy"}
UNCHANGED_CREDIT = "AUTHOR; PUBLISHER"


def check_sources(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    if game.credit == UNCHANGED_CREDIT:
        reason = (
            f"The credit is still “{UNCHANGED_CREDIT}”: name the author and the publisher,"
            " or say that it is a traditional game."
        )
        yield Mistake(TEXT, folder / "rules.py", reason)
    for file in sorted(folder.rglob("*.py")):
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
    imported = [alias for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    names = {alias.asname or alias.name for alias in imported if alias.name in TRANSLATORS}
    for call in nodes:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            yield from call.args
