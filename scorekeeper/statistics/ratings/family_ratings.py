"""The ratings of a group in a game: see ratings.py, which is imported only where they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Family, Play

if TYPE_CHECKING:
    from scorekeeper.statistics.ratings.rankings import Result
    from scorekeeper.statistics.ratings.ratings import Rating, Ratings


MOST_RATED = 200
"""Players who are rated together: those who played most."""
MOST_WORK = 2_000_000_000
"""So that a rating takes tenths of a second, and a rating over time at most three seconds."""


def counted_plays(history: GroupHistory, family: Family) -> list[Play]:
    return [play for play in history.families[family] if play.counts]


def results_of(plays: Sequence[Play]) -> list[Result]:
    """Return the ranking in each play of those who are rated.

    By the model, a ranking of some says the same of them as the ranking of all. If there are too
    many, the oldest are empty.
    """
    games = Counter(place.player for play in plays for place in play.places)
    players = {player for player, _games in games.most_common(MOST_RATED)}
    left = MOST_WORK // (len(players) ** 2 or 1)
    results: list[Result] = []
    for play in reversed(plays):
        result = [(place.player, place.rank) for place in play.places if place.player in players]
        left -= len(result) ** 2
        results.append(result if left >= 0 else ())
    return results[::-1]


def ratings_of(history: GroupHistory, family: Family) -> Ratings | None:
    """Return None if nothing of the family counts."""
    return fit_ratings(history, family) if family in history.families else None


@cached_with_history
def fit_ratings(history: GroupHistory, family: Family) -> Ratings | None:
    if not (plays := counted_plays(history, family)):
        return None
    from scorekeeper.statistics.ratings.rankings import Rankings
    from scorekeeper.statistics.ratings.ratings import rate

    return rate(Rankings(results_of(plays)))


class PastRating(NamedTuple):
    at: datetime
    rating: Rating


def past_ratings(history: GroupHistory, family: Family, player: int) -> list[PastRating]:
    """A player's rating at up to 24 points in time, the present one last."""
    return fit_past_ratings(history, family, player) if family in history.families else []


@cached_with_history
def fit_past_ratings(history: GroupHistory, family: Family, player: int) -> list[PastRating]:
    from scorekeeper.statistics.ratings.rankings import Rankings
    from scorekeeper.statistics.ratings.ratings import progress

    plays = counted_plays(history, family)
    points = progress(Rankings(results_of(plays)), player)
    return [PastRating(plays[games - 1].played_at, rating) for games, rating in points]
