"""Finds the games: the folders beside this file that contain a rules.py.

The environment variable SCOREKEEPER_GAMES names further folders of games, separated as in PATH.
Their games are imported as `games.<slug>`, too.
"""

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from games import __path__ as search_path
from games.contract import AnyGame, Game
from games.forms_contract import Forms


class InvalidGameFolder(RuntimeError):
    """A folder of games, or the folder of a game, that is not as it must be."""


def folders() -> dict[str, Path]:
    """Return every game's folder by its slug.

    Import no rules, so that the settings can call this before Django is set up.
    """
    folder_of: dict[str, Path] = {}
    for parent in _parent_folders():
        for rules in sorted(parent.glob("*/rules.py")):
            slug = rules.parent.name
            if slug in folder_of:
                raise InvalidGameFolder(
                    f"The game {slug} exists twice: in {folder_of[slug]} and in {rules.parent}."
                )
            folder_of[slug] = rules.parent
    return dict(sorted(folder_of.items()))


@cache
def games() -> dict[str, AnyGame]:
    """Return every game by its slug. Raises InvalidGameFolder."""
    return {slug: _load_game(slug, folder) for slug, folder in folders().items()}


@cache
def forms(slug: str) -> Forms:
    """Return the game's module forms.py, or else the forms that its questions make.

    Raises KeyError for an unknown game.
    """
    game = games()[slug]
    if (folders()[slug] / "forms.py").exists():
        return cast(Forms, import_module(f"games.{game.slug}.forms"))
    from games.kit.forms import KitForms  # imports Django, which this module must not

    return KitForms(game)


def _parent_folders() -> list[Path]:
    configured = os.environ.get("SCOREKEEPER_GAMES", "").split(os.pathsep)
    further = [str(Path(name).resolve()) for name in configured if name]
    for folder in further:
        if not Path(folder).is_dir():
            raise InvalidGameFolder(f"SCOREKEEPER_GAMES names {folder}, which is not a folder.")
        if folder not in search_path:
            search_path.append(folder)
    return [
        Path(folder) for folder in dict.fromkeys([str(Path(__file__).resolve().parent), *further])
    ]


def _load_game(slug: str, folder: Path) -> AnyGame:
    if not slug.isidentifier():
        raise InvalidGameFolder(
            f"{folder}: a game's folder is named by its slug, which must be a Python name."
        )
    game = getattr(import_module(f"games.{slug}.rules"), "game", None)
    rules = folder / "rules.py"
    if not isinstance(game, Game):
        raise InvalidGameFolder(f"{rules} has no `game` that is a games.contract.Game.")
    if game.slug != slug:
        raise InvalidGameFolder(
            f"{rules} calls its game {game.slug}, but the folder is named {slug}."
        )
    return game
