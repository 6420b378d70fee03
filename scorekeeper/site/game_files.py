"""The files of the site and of its games: templates, what is served as it is, and their digest."""

from pathlib import Path

from games import registry
from scorekeeper.site.static_faults import StaticFault, find_static_faults
from scorekeeper.web.bootstrap import source_digest

BASE_DIR = Path(__file__).resolve().parents[2]
SHARED = BASE_DIR / "static"


def template_folders() -> list[Path]:
    """Ours come first, so that no game can replace a template of ours or of our games."""
    ours = [BASE_DIR / "templates", BASE_DIR / "games" / "kit" / "templates"]
    return [*ours, *(game / "templates" for game in registry.folders().values())]


def static_folders() -> list[Path]:
    """Return the folders, except those that cannot be collected or contain links."""
    of_games = (game / "static" for game in registry.folders().values() if not static_faults(game))
    return [SHARED, *(folder for folder in of_games if folder.is_dir())]


def static_faults(game: Path) -> list[StaticFault]:
    """Return why the style sheet and the script of the game in this folder are left out."""
    return list(find_static_faults(game / "static", SHARED))


def release() -> str:
    """Return a digest that changes with every file of the site."""
    ours = [BASE_DIR / name for name in ("games", "locale", "scorekeeper", "templates", "static")]
    return source_digest(
        *ours, *(game for game in registry.folders().values() if game.parent not in ours)
    )
