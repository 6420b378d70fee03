"""Ratings: how long they take, how honest their intervals are, and the same for openskill."""

from collections.abc import Callable
from random import Random
from time import process_time
from timeit import repeat

from bench import rating_calibration, rating_comparison
from bench.figure import Figure
from bench.site import Site
from scorekeeper.statistics.rankings import Rankings, Result
from scorekeeper.statistics.ratings import progress, rate

REPEATS = 5


def measure(site: Site) -> list[Figure]:
    """Without a server, in this process; `site` is not used."""
    return [
        *measure_group("1,000 games of 5 players", small_group(), "≤ 30 ms"),
        *measure_group("10,000 games of 3 to 6 of 30 players", large_group(), "≤ 400 ms"),
        *measure_group("the same, 82 % of them with shared places", sharing_group()),
        *rating_calibration.measure(),
        *rating_comparison.measure(),
    ]


def measure_group(what: str, results: list[Result], aim: str = "") -> list[Figure]:
    def rate_and_follow() -> None:
        rankings = Rankings(results)
        rate(rankings)
        progress(rankings, results[0][0][0])

    return [
        Figure(f"{what}, rated", milliseconds(lambda: rate(Rankings(results)))),
        Figure(f"{what}, with the progress of one player", milliseconds(rate_and_follow), aim),
    ]


def milliseconds(measured: Callable[[], object]) -> str:
    """The CPU time, which is all of it: nothing here waits."""
    return f"{min(repeat(measured, timer=process_time, number=1, repeat=REPEATS)) * 1000:.0f} ms"


def small_group() -> list[Result]:
    return [finish(Random(seed), list(range(5))) for seed in range(1_000)]  # noqa: S311


def large_group(levels: int = 10**9) -> list[Result]:
    chance = Random(1)  # noqa: S311 - no secret
    return [
        finish(chance, chance.sample(range(30), chance.randint(3, 6)), levels)
        for _game in range(10_000)
    ]


def sharing_group() -> list[Result]:
    return large_group(levels=4)


def finish(chance: Random, players: list[int], levels: int = 10**9) -> Result:
    """Rank the players by points that are luck, and a little skill: the number of the player."""
    points = {player: int((chance.random() + player / 60) * levels) for player in players}
    return [
        (player, 1 + sum(other > points[player] for other in points.values())) for player in players
    ]
