"""Serves the saved files of games with the next request. Used in development mode and in tests."""

import secrets
from collections.abc import Collection
from pathlib import Path
from threading import Lock
from typing import Any, cast

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines
from django.template.backends.django import DjangoTemplates

from games import registry
from games.game_folders import OWN_GAMES, further_folders
from scorekeeper.site import bundles, game_files

Stamps = dict[Path, tuple[int, int]]


class Reloader:
    """Knows the games' files as they were when they were loaded."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.stamps = file_stamps()

    def reload_changed(self) -> None:
        """Load the games anew whose files differ from what was loaded."""
        with self.lock:
            before, self.stamps = self.stamps, file_stamps()
            paths = {path for path, _stamp in before.items() ^ self.stamps.items()}
            if paths:
                reload_games({slug for path in paths if (slug := slug_of(path))})


def reload_games(slugs: Collection[str]) -> None:
    """Forget these games, and find all folders again."""
    registry.forget(slugs)
    engine = cast(DjangoTemplates, engines["django"]).engine
    engine.dirs[:] = map(str, game_files.template_folders())
    for loader in engine.template_loaders:
        loader.reset()
    settings.STATICFILES_DIRS = [str(folder) for folder in game_files.static_folders()]
    cast(Any, finders.get_finder).cache_clear()
    bundles.forget_bundles()
    # Not a digest of all files, which takes long: browsers need only see that there is another one.
    settings.RELEASE = secrets.token_hex(8)


def file_stamps() -> Stamps:
    """Return the time of the last save, and the size, of each file in the folders of games."""
    files = (file for folder in game_folders() for file in folder.rglob("*"))
    return {file: stamp(file) for file in files if file.suffix != ".pyc"}


def game_folders() -> set[Path]:
    """All that have rules, also those that are left out."""
    parents = (OWN_GAMES, *further_folders())
    return {rules.parent for parent in parents for rules in parent.glob("*/rules.py")}


def stamp(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:  # removed in the meantime, or a broken link
        return 0, 0
    return status.st_mtime_ns, status.st_size


def slug_of(file: Path) -> str:
    """Return the name of the game's folder that the file is in."""
    for parent in (OWN_GAMES, *further_folders()):
        if file.is_relative_to(parent):
            return "".join(file.relative_to(parent).parts[:1])
    return ""
