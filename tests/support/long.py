"""Tests that are too much for every run are left to `make test-long`, which sets LONG=1."""

import os

LONG = os.environ.get("LONG") == "1"


def examples(few: int) -> int:
    """How many examples hypothesis tries."""
    return 35 * few if LONG else few
