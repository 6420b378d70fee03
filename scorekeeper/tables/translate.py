"""Texts of the rules in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.contract import Text
from scorekeeper.formats import grouped
from scorekeeper.tables.log import MOST


def render_text(text: Text, names: Sequence[str]) -> str:
    return text.render(names, gettext, ngettext)


def ended_unplayed() -> str:
    """The verdict on a game that was ended before anything counted."""
    return gettext("Ended before anything was played")


def game_full_text() -> str:
    text = gettext(
        "Not saved: this game has reached its limit of %(most)s entries and changes."
        " End it, then start another game to play on."
    )
    return text % {"most": grouped(MOST)}
