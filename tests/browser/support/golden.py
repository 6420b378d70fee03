"""Files that hold what a test expects to read, kept to be read by people, too."""

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
UPDATE = "UPDATE_GOLDEN"  # set this variable to write the files instead of comparing them


def expect_golden(file: str, text: str) -> None:
    path = FOLDER / file
    if os.environ.get(UPDATE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), f"if this is as it should be, set {UPDATE}=1 once"
