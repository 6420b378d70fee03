"""The messages that makemessages extracts from the games, found without the tools of gettext."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils.translation.template import templatize

from games import registry

CORE = Path(registry.__file__).parent

KEYWORDS = {
    "_": (0,),
    "gettext": (0,),
    "gettext_lazy": (0,),
    "gettext_noop": (0,),
    "ngettext": (0, 1),
    "ngettext_lazy": (0, 1),
    "pgettext": (1,),
    "pgettext_lazy": (1,),
    "npgettext": (1, 2),
    "npgettext_lazy": (1, 2),
}
"""The functions that makemessages passes to xgettext, and which arguments are messages."""

STRING = r"""u?('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
TEMPLATE_CALL = re.compile(
    rf"\b(_|n?p?gettext)\(\s*{STRING}(?:\s*,\s*{STRING})?(?:\s*,\s*{STRING})?"
)


def python_sources() -> list[Path]:
    return sorted(CORE.rglob("*.py"))


def templates() -> list[Path]:
    return sorted(CORE.rglob("templates/**/*.html"))


@cache
def extracted_messages() -> frozenset[str]:
    messages = [
        message for path in python_sources() for message in python_messages(path.read_text())
    ]
    return frozenset(
        [
            *messages,
            *(message for path in templates() for message in template_messages(path.read_text())),
        ]
    )


def python_messages(source: str) -> Iterator[str]:
    for call, name in translation_calls(source):
        for argument in message_arguments(call, name):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def translation_calls(source: str) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls that xgettext finds by the name of the function, and that name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = (
                node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            )
            if name in KEYWORDS:
                yield node, name


def message_arguments(call: ast.Call, name: str) -> list[ast.expr]:
    return [call.args[position] for position in KEYWORDS[name] if position < len(call.args)]


def template_messages(source: str) -> Iterator[str]:
    """Yield the messages of a template, which Django turns into calls for xgettext."""
    for name, *strings in TEMPLATE_CALL.findall(templatize(source)):
        for position in KEYWORDS[name]:
            yield ast.literal_eval(strings[position])
