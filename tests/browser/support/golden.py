"""Files that hold what a test expects to read, kept to be read by people, too."""

import os
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
UPDATE = "UPDATE_GOLDEN"  # set this variable to write the files instead of comparing them
UPDATING = bool(os.environ.get(UPDATE))
HOW_TO_UPDATE = f"If this is right, set {UPDATE}=1 once."


def expect_golden(file: str, text: str) -> None:
    path = FOLDER / file
    if UPDATING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    difference = unified_diff(path.read_text().splitlines(), text.splitlines(), lineterm="")
    if lines := list(difference):
        raise AssertionError("\n".join([*lines, HOW_TO_UPDATE]))
