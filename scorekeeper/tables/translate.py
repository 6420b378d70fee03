"""Texts of the rules in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.contract import Text


def render_text(text: Text, names: Sequence[str]) -> str:
    return text.render(names, gettext, ngettext)


def ended_unplayed() -> str:
    """The verdict on a game that was ended before anything counted."""
    return gettext("Ended before anything was played")
