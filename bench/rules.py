"""The rules alone: how long a game of 100 rounds takes to score."""

from statistics import median
from timeit import repeat

from bench.chimera import rounds, scored
from bench.figure import Figure
from bench.site import Site

ROUNDS, TIMES, REPEATS = 100, 20, 30


def measure(site: Site) -> list[Figure]:
    entries = rounds(ROUNDS)
    seconds = repeat(lambda: scored(entries, target=99_999), number=TIMES, repeat=REPEATS)
    return [Figure(f"a Chimera game of {ROUNDS} rounds, scored", f"{median(seconds) / TIMES * 1000:.2f} ms", "< 2 ms")]
