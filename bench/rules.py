"""The rules alone: how long whole games take to score."""

from collections.abc import Callable
from statistics import median
from timeit import repeat

from bench import big_fish, chimera, score_pad, tricks, yahtzee
from bench.figure import Figure
from bench.site import Site

ROUNDS, PAD_ROUNDS, TIMES, REPEATS = 100, 50, 20, 30


def measure(site: Site) -> list[Figure]:
    rounds, turns, pad = chimera.rounds(ROUNDS), yahtzee.turns(), score_pad.rounds(PAD_ROUNDS)
    four, catches = tricks.rounds(), big_fish.catches()
    large = f"a score pad of {len(score_pad.NAMES)}, {PAD_ROUNDS} rounds, scored"
    return [
        timed(
            f"a Chimera game of {ROUNDS} rounds, scored",
            lambda: chimera.scored(rounds, target=99_999),
        ),
        timed(f"a Yahtzee game of six, {len(turns)} turns, scored", lambda: yahtzee.scored(turns)),
        timed(
            f"a Big Fish game of six, {len(catches)} catches, scored",
            lambda: big_fish.scored(catches),
        ),
        timed(large, lambda: score_pad.scored(pad), "< 5 ms"),
        timed(
            f"a Chimera Tricks game of four, {len(four)} rounds, scored",
            lambda: tricks.scored(four),
        ),
    ]


def timed(what: str, score: Callable[[], object], aim: str = "< 2 ms") -> Figure:
    seconds = repeat(score, number=TIMES, repeat=REPEATS)
    return Figure(what, f"{median(seconds) / TIMES * 1000:.2f} ms", aim)
