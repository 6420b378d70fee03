"""Attacks that do not depend on scale: runs these tests on SQLite."""

import os
import re
import subprocess
import sys

from bench.figure import Figure
from bench.site import NOT_OURS, Site

TESTS = {
    "every address, 9 kinds of visitors, GET and POST": "access",
    "forms that are cut off, and resent": "cut_off",
    "wrong codes": "codes",
    "a full, locked or read-only disk": "disk",
    "what serve and its streams tell": "serve",
}


def measure(site: Site) -> list[Figure]:
    counts = {what: count_passed(name) for what, name in TESTS.items()}
    return [Figure(f"{what}: tests that hold", count, "all") for what, count in counts.items()]


def count_passed(name: str) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in NOT_OURS}
    command = [sys.executable, "-m", "pytest", "-q", f"tests/attacks/test_{name}.py"]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True).stdout
    counts = {
        how: int(count) for count, how in re.findall("([0-9]+) (passed|failed|error)", output)
    }
    return f"{counts.get('passed', 0)} of {sum(counts.values())}"
