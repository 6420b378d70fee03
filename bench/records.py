"""Game records scored from the command line; the difference of two runs is what the records take, without the start."""

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
        few, many = (written(Path(folder) / str(n), n) for n in (RECORDS, 2 * RECORDS))
        runs = [(seconds(few), seconds(many)) for _ in range(REPEATS)]
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


def written(path: Path, count: int) -> Path:
    lines = [record(rounds(ROUNDS, seed)) for seed in range(200)]
    path.write_text("\n".join(lines[n % len(lines)] for n in range(count)))
    return path


def seconds(records: Path) -> float:
    start = time.perf_counter()
    subprocess.run(manage("score", str(records)), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
