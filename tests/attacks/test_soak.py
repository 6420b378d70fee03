"""Tables play for a while on a bad network: five minutes in `make test-long`, else some seconds."""

import re
import subprocess
import sys

from tests.attacks.support.server import ROOT
from tests.support.long import LONG

MINUTES, TABLES = ("5", "200") if LONG else ("0.1", "6")


def test_nothing_is_lost_doubled_or_scored_otherwise_on_a_bad_network():
    command = [sys.executable, "-m", "bench", "soak", MINUTES, TABLES]
    soak = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert soak.returncode == 0, soak.stderr[-3000:]
    saved = re.search(r"rounds saved.*?\| ([\d,]+)", soak.stdout)
    assert saved
    assert int(saved[1].replace(",", "")) > 0
    assert re.search(r"a backup, restored.*\d rounds of", soak.stdout)
