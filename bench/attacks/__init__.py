"""The attacks of tests/attacks at full scale: `python -m bench attacks`, or `attacks.kills` alone.

They take half an hour, on servers of their own. Their number and duration is limited.
"""

import sys
import time
from importlib import import_module

from bench.figure import Figure
from bench.site import Site

ATTACKS = [
    "slow",
    "silent",
    "together",
    "writers",
    "starts",
    "kills",
    "fuzzing",
    "answers",
    "single",
    "drafts",
]


def measure(site: Site) -> list[Figure]:
    figures = []
    for attack in ATTACKS:
        begin = time.monotonic()
        figures += import_module(f"bench.attacks.{attack}").measure(site)
        print(f"attacks.{attack}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    return figures
