"""The files of the site and of its games: templates, what is served as it is, and their digest."""

import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

from games import registry
from scorekeeper.operating.bootstrap import source_digest

BASE_DIR = Path(__file__).resolve().parents[2]
SITE_FOLDER = BASE_DIR / "static"

# Names that Django's storage replaces by ones with a digest: the files must exist.
REFERENCE = re.compile(
    r"""url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)|sourceMappingURL=([^\s*]+)"""
)
LINK = "Symbolic links are not followed: put the file itself here."
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|/|#", re.IGNORECASE)


class StaticFault(NamedTuple):
    file: Path
    line: int | None
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{place}: {self.reason}"


def template_folders() -> list[Path]:
    """Ours come first, so that no game can replace a template of ours or of our games."""
    ours = [BASE_DIR / "templates", BASE_DIR / "games" / "kit" / "templates"]
    return [*ours, *(game / "templates" for game in registry.folders().values())]


def static_folders() -> list[Path]:
    """Return the folders, except those that cannot be collected or contain links."""
    of_games = (game / "static" for game in registry.folders().values() if not static_faults(game))
    return [SITE_FOLDER, *(folder for folder in of_games if folder.is_dir())]


def static_faults(game: Path) -> list[StaticFault]:
    """Return why the style sheet and the script of the game in this folder are left out."""
    return list(find_static_faults(game / "static"))


def release() -> str:
    """Return a digest that changes with every file of the site."""
    ours = [BASE_DIR / name for name in ("games", "locale", "scorekeeper", "templates", "static")]
    return source_digest(
        *ours, *(game for game in registry.folders().values() if game.parent not in ours)
    )


def find_static_faults(folder: Path) -> Iterator[StaticFault]:
    """Find the files in a game's folder `static` because of which none of that folder is served.

    For a style sheet or a script that cannot be collected, collectstatic fails as a whole. A
    symbolic link could publish any file of this machine.
    """
    if folder.is_symlink():
        yield StaticFault(folder, None, LINK)
        return
    for file in sorted(folder.rglob("*")):
        if file.is_symlink():
            yield StaticFault(file, None, LINK)
        elif file.is_file():
            yield from find_faults_in(file, folder)
        elif not file.is_dir():  # collectstatic would wait for a pipe
            yield StaticFault(file, None, "This is not an ordinary file.")


def find_faults_in(file: Path, folder: Path) -> Iterator[StaticFault]:
    try:
        text = text_of(file)
    except (OSError, UnicodeDecodeError) as error:
        yield StaticFault(file, None, f"The file cannot be read: {error}.")
        return
    for match in REFERENCE.finditer(text):
        name = next(filter(None, match.groups()))
        if not (ELSEWHERE.match(name) or exists(name, file, folder)):
            line = text.count("\n", 0, match.start()) + 1
            yield StaticFault(file, line, f"There is no file {name}.")


def text_of(file: Path) -> str:
    """Return the text of a style sheet or a script. Any other file only needs to be readable."""
    if file.suffix in (".css", ".js"):
        return file.read_bytes().decode()
    file.open("rb").close()
    return ""


def exists(name: str, file: Path, folder: Path) -> bool:
    path = normpath(file.relative_to(folder).parent / re.split("[?#]", name)[0])
    return (folder / path).is_file() or (SITE_FOLDER / path).is_file()
