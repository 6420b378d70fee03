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
    **{f"gettext{more}": (0,) for more in ("", "_lazy", "_noop")},
    **{f"ngettext{more}": (0, 1) for more in ("", "_lazy")},
    **{f"pgettext{more}": (1,) for more in ("", "_lazy")},
    **{f"npgettext{more}": (1, 2) for more in ("", "_lazy")},
}
"""The functions that makemessages passes to xgettext, and which arguments are messages."""

STRING = r"""u?('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
TEMPLATE_CALL = re.compile(
    rf"\b(_|n?p?gettext)\(\s*{STRING}(?:\s*,\s*{STRING})?(?:\s*,\s*{STRING})?"
)


def python_sources() -> list[Path]:
    return sorted(CORE.rglob("*.py"))


@cache
def extracted_messages() -> frozenset[str]:
    templates = sorted(CORE.rglob("templates/**/*.html"))
    return frozenset(
        message
        for paths, messages in ((python_sources(), python_messages), (templates, template_messages))
        for path in paths
        for message in messages(path.read_text())
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
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in KEYWORDS:
                yield node, name


def message_arguments(call: ast.Call, name: str) -> list[ast.expr]:
    return [call.args[position] for position in KEYWORDS[name] if position < len(call.args)]


def template_messages(source: str) -> Iterator[str]:
    """Yield the messages of a template, which Django turns into calls for xgettext."""
    for name, *strings in TEMPLATE_CALL.findall(templatize(source)):
        for position in KEYWORDS[name]:
            yield ast.literal_eval(strings[position])
