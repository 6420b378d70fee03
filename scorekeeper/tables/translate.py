"""Turns a text of the rules into a sentence in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.contract import Text


def render_text(text: Text, names: Sequence[str]) -> str:
    return text.render(names, gettext, ngettext)


def ended_unplayed() -> str:
    """The verdict on a game of which nothing was played, which nobody has won."""
    return gettext("Ended before anything was played")
