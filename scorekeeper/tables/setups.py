"""What a game is called by its options, as they are stored, and which of them last."""

from typing import Any

from django.utils.translation import gettext

from games import record
from games.contract import AnyGame


def display_title(game: AnyGame, options: dict[str, Any]) -> str:
    """What a game by these options is called."""
    return custom_title(game, options) or gettext(game.title)


def custom_title(game: AnyGame, options: dict[str, Any]) -> str:
    """The name of its own that a game by these options has, if any."""
    return game.custom_title(record.decode_options(game, options)) if game.custom_title else ""


def reusable_options(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """Those that another game takes over: all but what is drawn anew."""
    return {name: value for name, value in options.items() if name not in game.random_options}
