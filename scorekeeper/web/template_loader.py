"""Loads HTML templates without the whitespace that only makes them readable, to keep pages small.

A run of whitespace with a line break becomes one line break, which is the same to a browser.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

BLOCKTRANSLATE = re.compile(r"({% blocktranslate\b.*?{% endblocktranslate %})", re.DOTALL)
"""Must stay as it is: its text is the key of the translation."""

LINE_BREAK = re.compile(r"\s*\n\s*")
CONTROL_TAGS = "block|elif|else|empty|endblock|endfor|endif|endwith|for|if|load|with"
CONTROL_LINE = re.compile(rf"^((?:{{% (?:{CONTROL_TAGS})\b(?:(?!%}}).)*%}})+)\n", re.MULTILINE)
"""A line without output. The line break before it is enough."""


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return compact(source) if origin.name.endswith(".html") else source


def compact(source: str) -> str:
    parts = BLOCKTRANSLATE.split(source)
    parts[::2] = [LINE_BREAK.sub("\n", part) for part in parts[::2]]
    return CONTROL_LINE.sub(r"\1", "".join(parts))
