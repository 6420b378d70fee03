"""The rules alone: how long whole games take to score."""

from collections.abc import Callable
from statistics import median
from timeit import repeat

from bench import chimera, yahtzee
from bench.figure import Figure
from bench.site import Site

ROUNDS, TIMES, REPEATS = 100, 20, 30


def measure(site: Site) -> list[Figure]:
    rounds, turns = chimera.rounds(ROUNDS), yahtzee.turns()
    return [
        timed(f"a Chimera game of {ROUNDS} rounds, scored", lambda: chimera.scored(rounds, target=99_999)),
        timed(f"a Yahtzee game of six, {len(turns)} turns, scored", lambda: yahtzee.scored(turns)),
    ]


def timed(what: str, score: Callable[[], object]) -> Figure:
    seconds = repeat(score, number=TIMES, repeat=REPEATS)
    return Figure(what, f"{median(seconds) / TIMES * 1000:.2f} ms", "< 2 ms")
