"""The games that can be played, by their slugs, and the folders that are left out."""

import sys
from collections.abc import Collection
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import NamedTuple, cast

from games.contract import AnyGame, Sample
from games.endless import call_rules, guard
from games.faults import Fault, InvalidGameFolder
from games.forms_contract import Forms
from games.game_folders import find_folders
from games.loading import load_game, load_sample


@cache
def folders() -> dict[str, Path]:
    """Return every game's folder by its slug, the project's own first.

    Import no rules, so that the settings can call this before Django is set up.
    """
    return find_folders().folders


def games() -> dict[str, AnyGame]:
    """Return every game by its slug. Games that cannot be loaded are left out: see faults()."""
    return _load().games


def faults() -> tuple[Fault, ...]:
    """Return why folders are left out."""
    return _load().faults


@cache
def forms(slug: str) -> Forms:
    """Return the game's module forms.py, or else the forms that its questions make.

    Raises KeyError for an unknown game.
    """
    game = games()[slug]
    if (folders()[slug] / "forms.py").exists():
        return guard(cast(Forms, call_rules(import_module, f"games.{game.slug}.forms")))
    from games.kit.forms import KitForms  # imports Django, which this module must not

    return guard(KitForms(game))


@cache
def sample(slug: str) -> Sample | None:
    """Return how a plausible game is played; None if nothing says so.

    Raises InvalidGameFolder for a sample.py that cannot be imported, and KeyError.
    """
    return load_sample(games()[slug], folders()[slug])


def forget(slugs: Collection[str]) -> None:
    """Load all games anew when they are needed next, and import these again."""
    for name in list(sys.modules):
        if name.startswith("games.") and name.split(".")[1] in slugs:
            del sys.modules[name]
    invalidate_caches()
    folders.cache_clear()
    _load.cache_clear()
    forms.cache_clear()
    sample.cache_clear()


class _LoadResult(NamedTuple):
    games: dict[str, AnyGame]
    faults: tuple[Fault, ...]


@cache
def _load() -> _LoadResult:
    result = find_folders()
    games, faults = {}, list(result.faults)
    for slug, folder in sorted(result.folders.items()):
        try:
            games[slug] = load_game(slug, folder)
        except InvalidGameFolder as invalid:
            faults.append(invalid.fault)
    return _LoadResult(games, tuple(faults))
