"""A fair head start for the weaker players at a table: docs/ratings.md says why it is fair.

This module imports numpy by way of ratings.py: import it only in the function that needs it.
"""

from collections.abc import Sequence
from itertools import combinations
from math import exp, log1p

from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.ratings.family_ratings import ratings_of
from scorekeeper.statistics.ratings.ratings import ENOUGH_GAMES, POINTS, Rating

MOST_GAMES, MOST_PLACES = 1_000, 20
"""The newest games that say what strength is worth, and how many players of each."""
ROUND_FROM, ROUND_TO = 20, 5
"""From so many points on, a head start is a multiple of five."""


def fair_head_start(
    history: GroupHistory, family: Family, kind: str, players: Sequence[int]
) -> list[int]:
    """Return the points of each of these players; [] if none is called for, or too little is known.

    Only a player whose interval does not overlap with that of the best gets any. The points are a
    bonus; where the lowest total wins, they are taken off.
    """
    scale = points_of_strength(history, family, kind)
    ratings = ratings_of(history, family) if scale else None
    all_ratings = [ratings.by_player.get(player) for player in players] if ratings else []
    reliable = [rating for rating in all_ratings if rating and rating.has_enough_games]
    if not scale or not reliable:
        return []
    best = max(reliable, key=lambda rating: rating.value)
    points = [head_start(rating, best, scale) for rating in all_ratings]
    return points if any(points) else []


def head_start(rating: Rating | None, best: Rating, scale: float) -> int:
    if not rating or not rating.has_enough_games or rating.overlaps(best):
        return 0
    points = scale * (best.value - rating.value) / POINTS
    step = ROUND_TO if points >= ROUND_FROM else 1
    return step * round(points / step)


@cached_with_history
def points_of_strength(history: GroupHistory, family: Family, kind: str) -> float | None:
    """Return how many points in a game one unit of strength is worth; None after few games."""
    plays = [
        play
        for play in history.families.get(family, ())
        if play.counts and play.compares and play.kind == kind
    ]
    ratings = ratings_of(history, family)
    if len(plays) < ENOUGH_GAMES or not ratings:
        return None
    pairs = [
        (one.player, other.player, abs(one.total - other.total))
        for play in plays[-MOST_GAMES:]
        for one, other in combinations(play.places[:MOST_PLACES], 2)
        if {one.player, other.player} <= ratings.by_player.keys()
    ]
    differences = {
        (one, other): abs(ratings.by_player[one].value - ratings.by_player[other].value) / POINTS
        for one, other, _points in pairs
    }
    distance = sum(expected_distance(differences[one, other]) for one, other, _points in pairs)
    return sum(points for _one, _other, points in pairs) / distance or None


def expected_distance(difference: float) -> float:
    """Return how far apart two players of these strengths are on average, in units of strength."""
    return difference + 2 * log1p(exp(-difference))
