"""The mistakes that checks report in the folder of a game, for its author."""

from pathlib import Path
from typing import NamedTuple

from django.template import TemplateSyntaxError

from games.contract import in_english
from games.faults import Fault, place_of_error

LOADING, SLUG, ICON, TEMPLATE, SYNTAX, BAR = "E001", "E002", "E003", "E004", "E005", "E006"
ERROR_PLACE, CASES, CASE, TEXT, BOARD = "E007", "E008", "E009", "E010", "E011"
RULES, ENTRY, OPTIONS, FIELD, DESCRIPTION, PAGE = "E012", "E013", "E014", "E015", "E016", "E017"
STATIC, FIGURES, SAMPLE, PAPER, POINTS = "E018", "E019", "E020", "E021", "E022"


class Mistake(NamedTuple):
    """The id, without "scorekeeper."; the file and line at fault; and the reason, one sentence."""

    id: str
    file: Path
    reason: str
    line: int | None = None

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else str(self.file)

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


def mistake_of_fault(fault: Fault) -> Mistake:
    mistake_id = SLUG if fault.of_slug else LOADING
    return Mistake(mistake_id, fault.file, in_english(fault.reason), fault.line)


def mistake_of_error(mistake_id: str, file: Path, doing: str, error: Exception) -> Mistake:
    """Report what `doing` raised; blame `file` if the error passed through none of the game's."""
    place = place_of_error(error, game_folder(file))
    where: tuple[Path, int | None] = place or template_place(error) or (file, None)
    return Mistake(mistake_id, where[0], f"{doing} fails: {sentence(error)}", where[1])


def sentence(error: BaseException) -> str:
    """The kind of the error and its message, with one full stop."""
    kind = "" if isinstance(error, TemplateSyntaxError) else f"{type(error).__name__}: "
    return f"{kind}{error}".rstrip(" .:") + "."


def game_folder(file: Path) -> Path:
    return next((folder for folder in file.parents if (folder / "rules.py").is_file()), file.parent)


def part_file(folder: Path, name: str) -> Path:
    """Return the file of a game that has a part of it: its rules, if that has none of its own."""
    file = folder / name
    return file if file.is_file() else folder / "rules.py"


def template_place(error: Exception) -> tuple[Path, int] | None:
    """The file and line of the template that raised it, as an engine with `debug` notes them."""
    debug = getattr(error, "template_debug", None)
    return (Path(debug["name"]), debug["line"]) if debug else None
