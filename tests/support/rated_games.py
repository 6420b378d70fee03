"""Games of players whose skills are known, for the calibration of ratings."""

from collections.abc import Callable, Sequence

import numpy as np

from scorekeeper.statistics.ratings.rankings import Array, Rankings, Result
from scorekeeper.statistics.ratings.ratings import AVERAGE, CENTRAL_90, POINTS, rate

EQUAL, CLOSE, SPREAD = 0, 60, 250  # the deviation of the players' skills, in points
SIZES = (3, 4, 5, 6)

# Who shares the place of the player ahead, of performances from the best to the worst.
Share = Callable[[np.random.Generator, Array], Array]


def draw_skills(chance: np.random.Generator, size: int, deviation: float) -> Array:
    return chance.normal(scale=deviation, size=size) if deviation else np.zeros(size)


def share_never(chance: np.random.Generator, performances: Array) -> Array:
    return np.zeros_like(performances)


def share_at_random(chance: np.random.Generator, performances: Array) -> Array:
    return chance.random(performances.shape) < 0.3


def play(
    chance: np.random.Generator, skills: Array, games: int, share: Share = share_never
) -> list[Result]:
    """Let all play each game. Luck of this distribution makes the orders Plackett–Luce."""
    performances = skills / POINTS + chance.gumbel(size=(games, len(skills)))
    orders = (-performances).argsort()
    shared = share(chance, np.take_along_axis(performances, orders, axis=1)).astype(bool)
    ranks = np.cumsum(~shared, axis=1)
    return [
        list(zip(order, places, strict=True))
        for order, places in zip(orders.tolist(), ranks.tolist(), strict=True)
    ]


def standard_errors(
    seed: int,
    deviation: float,
    games: int,
    groups: int,
    sizes: Sequence[int] = SIZES,
    share: Share = share_never,
) -> Array:
    """Return (estimate − truth) / deviation of all players, of groups of these sizes in turns.

    Ratings are relative to the average player, so the truth is, too.
    """
    chance = np.random.default_rng(seed)
    errors: list[float] = []
    for group in range(groups):
        skills = draw_skills(chance, sizes[group % len(sizes)], deviation)
        ratings = rate(Rankings(play(chance, skills, games, share))).by_player
        for player, truth in enumerate(skills - skills.mean()):
            errors.append((ratings[player].value - AVERAGE - truth) / ratings[player].deviation)
    return np.array(errors)


def coverage(errors: Array) -> float:
    """Return how many of the 90 % intervals contain the truth, in percent."""
    return 100 * float(np.mean(np.abs(errors) <= CENTRAL_90))
