"""League tables: by wins, by points for each place, or by a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.statistics.family_ratings import results_of
from scorekeeper.statistics.plays import Play
from scorekeeper.statistics.points import Points, PointScale, sum_points
from scorekeeper.statistics.wins import Wins, count_wins

if TYPE_CHECKING:
    from scorekeeper.statistics.ratings import Rating


@dataclass(frozen=True)
class Score:
    """A player in a league table, with what it counts beside wins."""

    wins: Wins
    points: Points | None = None
    rating: Rating | None = None

    @property
    def player(self) -> int:
        return self.wins.player

    @property
    def value(self) -> Points | float | None:
        """The value that orders the table; None for a rating of too few games."""
        if self.rating:
            return self.rating.value if self.rating.has_enough_games else None
        return self.wins.wins if self.points is None else self.points


def wins_table(plays: Sequence[Play]) -> list[Score]:
    """Rate everyone with a play that counts, as in the other tables."""
    return ordered([Score(wins) for wins in count_wins(plays).values()])


def points_table(plays: Sequence[Play], scale: PointScale) -> list[Score]:
    points = sum_points(plays, scale)
    wins = count_wins(plays)
    return ordered([Score(wins[player], points[player]) for player in wins])


def rating_table(plays: Sequence[Play]) -> list[Score]:
    """One rating for all these plays together, whatever was played."""
    from scorekeeper.statistics.rankings import Rankings  # takes 15 MB
    from scorekeeper.statistics.ratings import rate

    counted = [play for play in plays if play.counts]
    if not counted:
        return []
    ratings = rate(Rankings(results_of(counted))).by_player
    wins = count_wins(counted)
    return ordered([Score(wins[player], rating=ratings[player]) for player in wins])


def ordered(scores: list[Score]) -> list[Score]:
    """The highest value first; then more wins, then fewer games. Without a value last."""

    def key(score: Score) -> tuple[bool, float | Points, int, int, int]:
        value, wins = score.value, score.wins
        return value is None, -(value or 0), -wins.wins, wins.games, wins.player

    return sorted(scores, key=key)


def leaders(table: Sequence[Score]) -> list[Score]:
    """Return those with the highest value; nobody if another rating may be higher."""
    if not table or (best := table[0]).value is None:
        return []
    if best.rating:
        return [] if any(overlap(best, other) for other in table[1:]) else [best]
    return [score for score in table if score.value == best.value]


def overlap(one: Score, other: Score) -> bool:
    return bool(
        one.rating
        and other.rating
        and other.rating.has_enough_games
        and one.rating.overlaps(other.rating)
    )
