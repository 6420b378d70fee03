"""The reasons why folders of games are left out, for their authors and for hosts."""

from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple

from games.contract import Text, in_english
from games.contract import gettext as _


class Fault(NamedTuple):
    """The folder that is left out, the reason, and the file and line at fault.

    `file` may be the folder itself. `of_slug` is set if the name of the folder is at fault.
    """

    folder: Path
    file: Path
    reason: Text
    line: int | None = None
    of_slug: bool = False

    @property
    def place(self) -> str:
        """The file and line within the folder: "rules.py, line 3"; "" if it is the folder."""
        if self.file == self.folder:
            return ""
        name = self.file.relative_to(self.folder).as_posix()
        return f"{name}, line {self.line}" if self.line else name

    def __str__(self) -> str:
        """Begin with the full path and line, as compilers do: "/games/coin/rules.py:3: …"."""
        place = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{place}: {in_english(self.reason)}"


class InvalidGameFolder(Exception):
    """The folder of a game that is not as it must be."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def fault_of_error(folder: Path, file: Path, error: BaseException) -> Fault:
    """Describe an error that came up while `file` was imported."""
    if isinstance(error, SyntaxError):
        source = Path(error.filename or "")
        if source.is_relative_to(folder):  # it may be code of others, or from no file
            text = _("Python cannot read this: %(error)s.", error=error.msg)
            return Fault(folder, source, text, error.lineno)
    file, line = place_of_error(error, folder) or (file, None)
    return Fault(folder, file, _error_text(error), line)


def place_of_error(error: BaseException, folder: Path) -> tuple[Path, int | None] | None:
    """Return the last file and line of the folder that the error passed through, if any."""
    all_frames = extract_tb(error.__traceback__)
    frames = [frame for frame in all_frames if Path(frame.filename).is_relative_to(folder)]
    return (Path(frames[-1].filename), frames[-1].lineno) if frames else None


def _error_text(error: BaseException) -> Text:
    if isinstance(error, ImportError) and error.msg:
        # The message may end in a path, which is not for every reader.
        message = error.msg.removesuffix(f" ({error.path})")
        return _("An import fails: %(error)s.", error=message)
    message = f"{type(error).__name__}: {error}".removesuffix(": ")
    return _("It fails when it is imported: %(error)s.", error=message)
