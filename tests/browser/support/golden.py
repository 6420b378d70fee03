"""Files that hold what a test expects to read, kept to be read by people, too."""

import os
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
UPDATE = "UPDATE_GOLDEN"  # set this variable to write the files instead of comparing them


def expect_golden(file: str, text: str) -> None:
    path = FOLDER / file
    if os.environ.get(UPDATE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    difference = unified_diff(path.read_text().splitlines(), text.splitlines(), lineterm="")
    if lines := list(difference):
        raise AssertionError("\n".join([*lines, f"If this is right, set {UPDATE}=1 once."]))
