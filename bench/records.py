"""Game records scored from the command line.

The difference of two runs is the time for the records, without that of starting.
"""

import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.chimera import record, rounds
from bench.figure import Figure
from bench.site import Site, manage

RECORDS, ROUNDS, REPEATS = 2000, 20, 5


def measure(site: Site) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (write_records(Path(folder) / str(n), n) for n in (RECORDS, 2 * RECORDS))
        runs = [(time_scoring(few), time_scoring(many)) for _ in range(REPEATS)]
    more = median(long - short for short, long in runs)
    start = median(2 * short - long for short, long in runs)
    return [
        Figure(
            f"records of {ROUNDS} rounds through manage.py score",
            f"{RECORDS / more:,.0f} a second",
            "> 2,000",
        ),
        Figure("manage.py score, until it begins", f"{start:.2f} s"),
    ]


def write_records(path: Path, count: int) -> Path:
    lines = [record(rounds(ROUNDS, seed)) for seed in range(200)]
    path.write_text("\n".join(lines[n % len(lines)] for n in range(count)))
    return path


def time_scoring(records: Path) -> float:
    start = time.perf_counter()
    subprocess.run(manage("score", str(records)), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
