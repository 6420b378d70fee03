"""Our ratings and those of openskill (its default, Plackett–Luce), of the same simulated games.

openskill adjusts its ratings game by game, as Elo does. On its scale, the odds of one player
against another are exp(difference / (beta × √players)) once the ratings are certain.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce

from bench.figure import Figure
from scorekeeper.statistics.rankings import Array, Rankings, Result
from scorekeeper.statistics.ratings import AVERAGE, POINTS, rate
from tests.support.rated_games import CLOSE, EQUAL, SPREAD, draw_skills, play

PLAYERS, GROUPS = 4, 200
PAIRS = np.triu_indices(PLAYERS, 1)
SKILLS = {"equal": EQUAL, "close": CLOSE, "spread": SPREAD}


class Rated(NamedTuple):
    values: Array  # in units of strength, 0 on average
    deviations: Array
    chances: Array  # that the player of the row finishes ahead of that of the column


Rater = Callable[[Sequence[Result]], Rated]


def measure() -> list[Figure]:
    return [
        Figure(f"{name} skills, {games} games: {how}", describe(rater, deviation, games))
        for name, deviation in SKILLS.items()
        for games in (5, 40, 200)
        for how, rater in (("ours", rate_ours), ("openskill", rate_openskill))
    ]


def describe(rater: Rater, deviation: float, games: int) -> str:
    errors, shares, faults = zip(*compare(rater, deviation, games), strict=True)
    return (
        f"sd of z {np.std(errors):.2f}, {100 * np.mean(shares):.1f} % of pairs predicted, "
        f"chances wrong by {100 * np.mean(faults):.1f} points"
    )


def compare(rater: Rater, deviation: float, games: int) -> Iterator[tuple[Array, float, float]]:
    """Yield for each group: z, the share of pairs predicted, the mean error of their chances."""
    chance = np.random.default_rng(games)
    for _group in range(GROUPS):
        skills = draw_skills(chance, PLAYERS, deviation)
        rated = rater(play(chance, skills, games))
        truth = (skills - skills.mean()) / POINTS
        ahead = 1 / (1 + np.exp(truth - truth[:, None]))[PAIRS]
        predicted = rated.chances[PAIRS]
        yield (
            (rated.values - truth) / rated.deviations,
            float(np.mean(np.where(predicted > 0.5, ahead, 1 - ahead))),
            float(np.mean(np.abs(predicted - ahead))),
        )


def rate_ours(results: Sequence[Result]) -> Rated:
    ratings, players = rate(Rankings(results)), range(PLAYERS)
    return Rated(
        np.array([ratings.by_player[player].value - AVERAGE for player in players]) / POINTS,
        np.array([ratings.by_player[player].deviation for player in players]) / POINTS,
        np.array([[ratings.chance(player, other) for other in players] for player in players]),
    )


def rate_openskill(results: Sequence[Result]) -> Rated:
    model = PlackettLuce()
    ratings = [model.rating() for _player in range(PLAYERS)]
    for result in results:
        teams = model.rate(
            [[ratings[player]] for player, _rank in result], ranks=[rank for _, rank in result]
        )
        for (player, _rank), (rating,) in zip(result, teams, strict=True):
            ratings[player] = rating
    unit, centred = model.beta * PLAYERS**0.5, np.eye(PLAYERS) - 1 / PLAYERS
    return Rated(
        centred @ np.array([rating.mu for rating in ratings]) / unit,
        np.sqrt(centred**2 @ np.array([rating.sigma**2 for rating in ratings])) / unit,
        np.array(
            [[model.predict_win([[one], [other]])[0] for other in ratings] for one in ratings]
        ),
    )
