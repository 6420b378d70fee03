"""The names of all settings, from the table of docs/deploy.md, which a test of its own compares
with what is read.
"""

import re
from pathlib import Path

TABLE = Path(__file__).parents[3] / "docs" / "deploy.md"


def names_of_settings() -> set[str]:
    rows = re.findall(r"^\| (`[A-Z].*?) \|", TABLE.read_text(), re.M)
    return {name for row in rows for name in re.findall("`([A-Z][A-Z_]*)`", row)}
