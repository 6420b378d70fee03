"""Finds the folders of the games: those that contain a rules.py.

They are beside this file, and in the folders that the environment variable SCOREKEEPER_GAMES names,
separated as in PATH. All are imported as `games.<slug>`.
"""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from games import __path__ as search_path
from games.contract import gettext as _
from games.faults import Fault

OWN_GAMES = Path(__file__).resolve().parent
LONGEST_SLUG = 50
UNREADABLE = _("The user who runs the server may not read this folder.")


class GameFolders(NamedTuple):
    """Each game's folder by its slug, the project's own first, and what is left out."""

    folders: dict[str, Path]
    faults: list[Fault]


def find_folders() -> GameFolders:
    """Find the folders without importing anything, so that the settings can call this."""
    result = GameFolders({}, [])
    for parent in (OWN_GAMES, *_add_further_folders(result)):
        for folder in sorted(filter(Path.is_dir, parent.iterdir())):
            if fault := _fault_of_folder(folder, result):
                result.faults.append(fault)
            elif os.path.isfile(folder / "rules.py"):
                result.folders[folder.name] = folder
    return result


def further_folders() -> list[Path]:
    """Return what SCOREKEEPER_GAMES names, whether it exists or not."""
    names = os.environ.get("SCOREKEEPER_GAMES", "").split(os.pathsep)
    folders = dict.fromkeys(Path(name).resolve() for name in names if name)
    return [folder for folder in folders if folder != OWN_GAMES]


def _add_further_folders(result: GameFolders) -> list[Path]:
    """Return those that exist, and make their games importable."""
    existing = []
    for folder in further_folders():
        if not _may_exist(folder):
            reason = _("SCOREKEEPER_GAMES names this folder, but there is none.")
            result.faults.append(Fault(folder, folder, reason))
        elif not _is_readable(folder):
            result.faults.append(Fault(folder, folder, UNREADABLE))
        elif (folder / "rules.py").is_file():
            reason = _("SCOREKEEPER_GAMES must name the folder around this one, which is a game.")
            result.faults.append(Fault(folder, folder, reason))
        else:
            existing.append(folder)
            if str(folder) not in search_path:
                search_path.append(str(folder))
    return existing


def _may_exist(folder: Path) -> bool:
    """Return True also if a folder above it is closed to this user."""
    try:
        return stat.S_ISDIR(folder.stat().st_mode)
    except PermissionError:
        return True
    except OSError:
        return False


def _is_readable(folder: Path) -> bool:
    try:
        os.listdir(folder)
        (folder / ".").stat()
    except PermissionError:
        return False
    return True


def _fault_of_folder(folder: Path, result: GameFolders) -> Fault | None:
    if folder.name.isidentifier() and not _is_readable(folder):
        return Fault(folder, folder, UNREADABLE)
    return _fault_of_name(folder, result) if os.path.isfile(folder / "rules.py") else None


def _fault_of_name(folder: Path, result: GameFolders) -> Fault | None:
    slug = folder.name
    if not (slug.isidentifier() and slug.isascii() and len(slug) <= LONGEST_SLUG):
        reason = _("The folder’s name must be a Python name: at most 50 letters, digits and _.")
    elif slug in result.folders:
        reason = _("Another folder has a game of this name, which is used instead.")
    elif folder.parent != OWN_GAMES and _is_taken(slug):
        reason = _("The project needs this name itself: choose another one.")
    else:
        return None
    return Fault(folder, folder, reason, of_slug=True)


def _is_taken(slug: str) -> bool:
    """Return whether a module of the core has this name."""
    return (OWN_GAMES / slug).is_dir() or (OWN_GAMES / f"{slug}.py").is_file()
