"""Texts of the rules in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from games.contract import Text
from games.kit.lists import list_items
from scorekeeper.formats import grouped
from scorekeeper.tables.log import MOST

SETTINGS, SEATS = gettext_noop("the game’s settings"), gettext_noop("the seats")
PARTS = {
    "options": SETTINGS,
    "picked": SETTINGS,
    "ended_early": gettext_noop("the end of the game"),
    "day": gettext_noop("the date"),
}
"""The parts of a setup by its keys, in this order; all others are about the seats."""


def render_text(text: Text, names: Sequence[str]) -> str:
    return text.render(names, gettext, ngettext)


def unplayed_verdict() -> str:
    """The verdict on a game that was ended before anything counted."""
    return gettext("Ended before anything was played")


def parts_of_setup(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return what differs between two setups: "the end of the game, the seats"."""
    keys = [key for key in PARTS | dict(was) | dict(now) if was.get(key) != now.get(key)]
    return list_items(dict.fromkeys(gettext(PARTS.get(key, SEATS)) for key in keys))


def game_full_text() -> str:
    text = gettext(
        "Not saved: this game has reached its limit of %(most)s entries and changes."
        " End it, then start another game to play on."
    )
    return text % {"most": grouped(MOST)}
