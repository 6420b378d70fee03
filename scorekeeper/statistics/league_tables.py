"""League tables by wins, by points for each place, or by a rating; and those of seasons.

On the scale 5-3-2-1 the first of a game gets 5 points, the next one 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.timezone import localdate

from scorekeeper.models import Scale, Season
from scorekeeper.statistics.evenings import Evening, evenings_of
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play, bounds
from scorekeeper.statistics.ratings.family_ratings import results_of
from scorekeeper.statistics.wins import Wins, count_wins

if TYPE_CHECKING:
    from scorekeeper.statistics.ratings.ratings import Rating

Points = int | Fraction

PointScale = Sequence[int]
"""The points for the first place, the second and so on; none for those beyond."""

MOST_PLACES = 20
MOST_POINTS = 9999
EXAMPLE = "5-3-2-1"

NUMBER = "[0-9]{1,4}"
SCALE = re.compile(rf"{NUMBER}(?:(?:\s*[-–,;/]\s*|\s+){NUMBER})*")  # one separator: 5, -3 is none


def parse_points(text: str) -> PointScale | None:
    """Read a scale as people write it: 5-3-2-1, or 5, 3, 2, 1; () if blank, None if wrong."""
    text = text.strip()
    if not text:
        return ()
    numbers = re.findall(NUMBER, text) if SCALE.fullmatch(text) else []
    return [int(number) for number in numbers] if 0 < len(numbers) <= MOST_PLACES else None


def points_text(scale: PointScale) -> str:
    """Format a scale as `parse_points` reads it."""
    return "-".join(map(str, scale))


def place_points(play: Play, scale: PointScale) -> dict[int, Points]:
    """Return each player's points. Tied players share the points of their places equally."""
    by_player: dict[int, Points] = {}
    for rank in {place.rank for place in play.places}:
        players = [place.player for place in play.places if place.rank == rank]
        points = sum(scale[rank - 1 : rank - 1 + len(players)])
        share = Fraction(points, len(players)) if len(players) > 1 else points
        by_player.update(dict.fromkeys(players, share))
    return by_player


def sum_points(plays: Iterable[Play], scale: PointScale) -> dict[int, Points]:
    """Return each player's sum of points in the plays that count."""
    sums: dict[int, Points] = {}
    for play in plays:
        if play.counts:
            for player, points in place_points(play, scale).items():
                sums[player] = sums.get(player, 0) + points
    return sums


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
    """Return everyone with a play that counts, as in the other tables."""
    return sort_scores([Score(wins) for wins in count_wins(plays).values()])


def points_table(plays: Sequence[Play], scale: PointScale) -> list[Score]:
    points = sum_points(plays, scale)
    wins = count_wins(plays)
    return sort_scores([Score(wins[player], points[player]) for player in wins])


def rating_table(plays: Sequence[Play]) -> list[Score]:
    """One rating for all these plays together, whatever was played."""
    from scorekeeper.statistics.ratings.rankings import Rankings  # takes 15 MB
    from scorekeeper.statistics.ratings.ratings import UNRATED, rate

    plays = [play for play in plays if play.counts]
    if not plays:
        return []
    ratings = rate(Rankings(results_of(plays))).by_player
    wins = count_wins(plays)
    return sort_scores(
        [Score(wins[player], rating=ratings.get(player, UNRATED)) for player in wins]
    )


def sort_scores(scores: list[Score]) -> list[Score]:
    """The highest value first; then more wins, then fewer games. Without a value last."""

    def key(score: Score) -> tuple[bool, float | Points, int, int, int]:
        value, wins = score.value, score.wins
        return value is None, -(value or 0), -wins.wins, wins.games, wins.player

    return sorted(scores, key=key)


def leaders(table: Sequence[Score]) -> list[Score]:
    """Return those with the highest value above 0; nobody if another rating may be higher."""
    if not table or not (best := table[0]).value:
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


@dataclass(frozen=True)
class SeasonFigures:
    """`evenings`: the first one first."""

    evenings: Sequence[Evening]
    table: Sequence[Score]

    @cached_property
    def plays(self) -> list[Play]:
        return [play for evening in self.evenings for play in evening.plays]

    @cached_property
    def count(self) -> int:
        return sum(play.counts for play in self.plays)

    @property
    def bounds(self) -> tuple[str, str]:
        return bounds(self.plays)


def season_figures(history: GroupHistory, season: Season) -> SeasonFigures:
    key = "season", season.first_day, season.last_day, season.scale, season.points
    return history.compute_once(key, lambda: compute_season(history, season))


def compute_season(history: GroupHistory, season: Season) -> SeasonFigures:
    first, last = season.first_day, season.last_day or date.max
    evenings = [one for one in evenings_of(history) if first <= localdate(one.began_at) <= last]
    plays = [play for evening in evenings for play in evening.plays]
    return SeasonFigures(evenings, season_table(plays, season))


def season_table(plays: Sequence[Play], season: Season) -> list[Score]:
    if season.scale == Scale.PLACES:
        return points_table(plays, parse_points(season.points) or ())
    return rating_table(plays) if season.scale == Scale.RATING else wins_table(plays)
