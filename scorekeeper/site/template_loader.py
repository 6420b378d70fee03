"""Loads HTML templates without their indentation, to keep pages small, and a game's templates
beside those of its forms, of which a broken one breaks no other page.

Whitespace with a line break becomes one line break, which a browser renders in the same way.
"""

import re

from django.template import Origin, TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.template.loaders import filesystem

from games.contract import AnyGame

BLOCKTRANSLATE = re.compile(r"({% blocktranslate\b.*?{% endblocktranslate %})", re.DOTALL)
"""Left unchanged: the text is the key of its translation."""

LINE_BREAK = re.compile(r"\s*\n\s*")
CONTROL_TAGS = "block|elif|else|empty|endblock|endfor|endif|endwith|for|if|load|with"
CONTROL_LINE = re.compile(rf"^((?:{{% (?:{CONTROL_TAGS})\b(?:(?!%}}).)*%}})+)\n", re.MULTILINE)
"""A line with control tags only. Its own line break is removed."""


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return compact(source) if origin.name.endswith(".html") else source


def compact(source: str) -> str:
    parts = BLOCKTRANSLATE.split(source)
    parts[::2] = [LINE_BREAK.sub("\n", part) for part in parts[::2]]
    return CONTROL_LINE.sub(r"\1", "".join(parts))


def icon_template(game: AnyGame) -> str:
    return template_or(f"{game.slug}/icon.svg", "icons/tally.svg")


def rules_template(game: AnyGame) -> str:
    """The text of the game's page of rules; "" if there is none."""
    return template_or(f"{game.slug}/rules.html", "")


def template_or(name: str, other: str) -> str:
    """The name of this template if it can be read, otherwise the other."""
    try:
        get_template(name)
    except (TemplateDoesNotExist, TemplateSyntaxError, UnicodeDecodeError, OSError):
        return other
    return name
