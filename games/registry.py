"""Finds the games: the folders beside this file that hold a rules.py. Nothing is registered by hand.

SCOREKEEPER_GAMES names further folders that hold games, separated as in PATH; `games.<slug>` imports from there, too.
"""

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from games import __path__ as places
from games.contract import AnyGame, Game
from games.pages import Forms


class WrongFolder(RuntimeError):
    """A folder of games, or a game's folder, that is not as it must be. For whoever put it there."""


def folders() -> dict[str, Path]:
    """Every game's slug and its folder, by slug. Imports no rules, so settings can ask before Django is up."""
    found: dict[str, Path] = {}
    for place in _places():
        for rules in sorted(place.glob("*/rules.py")):
            slug = rules.parent.name
            if slug in found:
                raise WrongFolder(f"The game {slug} is there twice: in {found[slug]} and in {rules.parent}.")
            found[slug] = rules.parent
    return dict(sorted(found.items()))


@cache
def games() -> dict[str, AnyGame]:
    """Every game by its slug. Raises WrongFolder for a folder that does not keep the contract."""
    return {slug: _game(slug, folder) for slug, folder in folders().items()}


def forms(slug: str) -> Forms:
    """The module that turns what a phone sends into entries of this game. Raises KeyError for an unknown game."""
    return cast(Forms, import_module(f"games.{games()[slug].slug}.forms"))


def _places() -> list[Path]:
    named = [str(Path(name).resolve()) for name in os.environ.get("SCOREKEEPER_GAMES", "").split(os.pathsep) if name]
    for place in named:
        if not Path(place).is_dir():
            raise WrongFolder(f"SCOREKEEPER_GAMES names {place}, which is no folder.")
        if place not in places:
            places.append(place)
    return [Path(place) for place in dict.fromkeys([str(Path(__file__).resolve().parent), *named])]


def _game(slug: str, folder: Path) -> AnyGame:
    if not slug.isidentifier():
        raise WrongFolder(f"{folder}: a game's folder is named by its slug, which must be a Python name.")
    game = getattr(import_module(f"games.{slug}.rules"), "game", None)
    if not isinstance(game, Game):
        raise WrongFolder(f"{folder / 'rules.py'} has no `game` that is a games.contract.Game.")
    if game.slug != slug:
        raise WrongFolder(f"{folder / 'rules.py'} calls its game {game.slug}, but the folder is named {slug}.")
    return game
