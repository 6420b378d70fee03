"""Files in a game's folder `static` because of which none of that folder is served.

For a style sheet or a script that cannot be collected, collectstatic fails as a whole. A symbolic
link could publish any file of this machine.
"""

import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

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


def find_static_faults(folder: Path, shared: Path) -> Iterator[StaticFault]:
    """Look through a game's folder `static`; `shared` is the site's own."""
    if folder.is_symlink():
        yield StaticFault(folder, None, LINK)
        return
    for file in sorted(folder.rglob("*")):
        if file.is_symlink():
            yield StaticFault(file, None, LINK)
        elif file.is_file():
            yield from find_faults_in(file, folder, shared)
        elif not file.is_dir():  # collectstatic would wait for a pipe
            yield StaticFault(file, None, "This is not an ordinary file.")


def find_faults_in(file: Path, folder: Path, shared: Path) -> Iterator[StaticFault]:
    try:
        text = file.read_bytes().decode() if file.suffix in (".css", ".js") else check(file)
    except (OSError, UnicodeDecodeError) as error:
        yield StaticFault(file, None, f"The file cannot be read: {error}.")
        return
    for match in REFERENCE.finditer(text):
        name = next(filter(None, match.groups()))
        if not (ELSEWHERE.match(name) or exists(name, file, folder, shared)):
            line = text.count("\n", 0, match.start()) + 1
            yield StaticFault(file, line, f"There is no file {name}.")


def check(file: Path) -> str:
    """Pictures only need to be readable."""
    file.open("rb").close()
    return ""


def exists(name: str, file: Path, folder: Path, shared: Path) -> bool:
    path = normpath(file.relative_to(folder).parent / re.split("[?#]", name)[0])
    return (folder / path).is_file() or (shared / path).is_file()
