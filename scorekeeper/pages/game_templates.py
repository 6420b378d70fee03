"""A game’s templates beside those of its forms. A broken one breaks no other page."""

from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

from games.contract import AnyGame


def icon_template(game: AnyGame) -> str:
    return template_or(f"{game.slug}/icon.svg", "icons/tally.svg")


def rules_template(game: AnyGame) -> str:
    """The text of the game's page of rules; "" if there is none."""
    return template_or(f"{game.slug}/rules.html", "")


def template_or(name: str, other: str) -> str:
    """The name of this template if it can be read, otherwise the other."""
    try:
        get_template(name)
    except (TemplateDoesNotExist, TemplateSyntaxError, UnicodeDecodeError):
        return other
    return name
