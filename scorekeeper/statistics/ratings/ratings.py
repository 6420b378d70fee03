"""Ratings of the players of a group in one game, with how sure they are: docs/ratings.md.

This module imports numpy, which takes 15 MB: import it only in the function that needs it.
"""

from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from scorekeeper.statistics.ratings.plackett_luce import Fit, fit_strengths
from scorekeeper.statistics.ratings.rankings import Rankings, Stages

AVERAGE = 1_500.0
POINTS = 400 / log(10)  # of one unit of strength: 400 points are odds of 10 to 1
PRIOR = 350.0  # points: Glicko's deviation of a new player
ENOUGH_GAMES = 5
CENTRAL_90 = 1.645  # deviations on each side of an interval of 90 %
MOST_POINTS_IN_TIME = 24

# For the mean over a normal distribution: the trapezoidal rule is exact to 1e-9 here.
NODES = np.arange(-32, 33) / 4
WEIGHTS = np.exp(-(NODES**2) / 2)
WEIGHTS /= WEIGHTS.sum()


class Rating(NamedTuple):
    value: float
    deviation: float
    games: int

    @property
    def has_enough_games(self) -> bool:
        return self.games >= ENOUGH_GAMES

    @property
    def margin(self) -> float:
        """Half the width of the 90 % interval, as in 1540 ± 60."""
        return CENTRAL_90 * self.deviation

    def overlaps(self, other: "Rating") -> bool:
        """Return whether the 90 % intervals have a value in common."""
        return abs(self.value - other.value) <= self.margin + other.margin


UNRATED = Rating(AVERAGE, PRIOR, 0)


@dataclass(frozen=True)
class Ratings:
    by_player: dict[int, Rating]
    fit: Fit
    columns: dict[int, int]

    def chance(self, player: int, other: int) -> float:
        """Return the chance that `player` finishes ahead of `other`, if they share no place."""
        contrast = np.zeros(len(self.columns))
        contrast[self.columns[player]] += 1
        contrast[self.columns[other]] -= 1
        deviation = np.sqrt(contrast @ self.fit.covariance @ contrast)
        differences = contrast @ self.fit.strengths + deviation * NODES
        return float(0.5 + 0.5 * (WEIGHTS @ np.tanh(differences / 2)))


def rate(rankings: Rankings) -> Ratings:
    stages = rankings.stages(len(rankings.results))
    fit = fit_strengths(stages, PRIOR / POINTS, np.zeros(len(rankings.players)))
    ratings = [rating_of(column, stages, fit) for column in rankings.columns.values()]
    return Ratings(dict(zip(rankings.players, ratings, strict=True)), fit, rankings.columns)


def rating_of(column: int, stages: Stages, fit: Fit) -> Rating:
    contrast = -stages.games / stages.games.sum()
    contrast[column] += 1
    deviation = np.sqrt(contrast @ fit.covariance @ contrast)
    return Rating(
        value=AVERAGE + POINTS * float(contrast @ fit.strengths),
        deviation=POINTS * float(deviation),
        games=int(stages.games[column]),
    )


def progress(rankings: Rankings, player: int) -> list[tuple[int, Rating]]:
    """Return the player's rating at points in time up to now, evenly spaced over their games; each
    with the number of the group's games until then.
    """
    strengths = np.zeros(len(rankings.players))
    points = []
    for games in points_in_time(rankings, player):
        stages = rankings.stages(games)
        fit = fit_strengths(stages, PRIOR / POINTS, strengths)
        strengths = fit.strengths
        points.append((games, rating_of(rankings.columns[player], stages, fit)))
    return points


def points_in_time(rankings: Rankings, player: int) -> list[int]:
    """Return after how many games of the group to rate the player: from enough games on."""
    ends = [
        games
        for games, result in enumerate(rankings.results, 1)
        if any(player == other for other, _rank in result)
    ][ENOUGH_GAMES - 1 :]
    if ends:
        ends[-1] = len(rankings.results)  # games of the others change the rating a little
    places = np.linspace(0, len(ends) - 1, min(len(ends), MOST_POINTS_IN_TIME))
    return [ends[round(place)] for place in places]
