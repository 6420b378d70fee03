"""Results of games, for ratings, and a slow way to compute how likely they are."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, permutations, product
from math import exp, log

import pytest
from hypothesis import strategies as st

from scorekeeper.statistics.ratings.rankings import Rankings, Result
from scorekeeper.statistics.ratings.ratings import Rating, Ratings, rate


def in_order(*players: int) -> Result:
    return [(player, rank) for rank, player in enumerate(players, 1)]


def ratings_of(results: Sequence[Result]) -> Ratings:
    return rate(Rankings(results))


def assert_equal(rating: Rating, expected: Rating) -> None:
    assert tuple(rating) == pytest.approx(tuple(expected), abs=1e-3)


@st.composite
def games(draw: st.DrawFn, most_players: int = 5) -> Result:
    players = draw(
        st.lists(st.integers(1, most_players), min_size=2, max_size=most_players, unique=True)
    )
    return [(player, draw(st.integers(1, len(players)))) for player in players]


def log_likelihood(strengths: dict[int, float], results: Sequence[Result]) -> float:
    return sum(log(sum(map(chance_of(strengths), orders(result)))) for result in results)


def orders(result: Result) -> Iterator[list[int]]:
    """Yield every order in which those who share a place may have finished."""
    by_rank = sorted(result, key=lambda seat: seat[1])
    places = [
        [player for player, _rank in place] for _, place in groupby(by_rank, lambda seat: seat[1])
    ]
    for choice in product(*map(permutations, places)):
        yield [player for place in choice for player in place]


def chance_of(strengths: dict[int, float]) -> Callable[[list[int]], float]:
    def chance(order: list[int]) -> float:
        rates = [exp(strengths[player]) for player in order]
        product = 1.0
        for place, own in enumerate(rates):
            product *= own / sum(rates[place:])
        return product

    return chance
