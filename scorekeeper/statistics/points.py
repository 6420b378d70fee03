"""Points by place: on the scale 5-3-2-1 the first of a game gets 5 points, the next one 3."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from scorekeeper.statistics.plays import Play

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
        tied = [place.player for place in play.places if place.rank == rank]
        points = sum(scale[rank - 1 : rank - 1 + len(tied)])
        by_player.update(
            dict.fromkeys(tied, points if len(tied) == 1 else Fraction(points, len(tied)))
        )
    return by_player


def sum_points(plays: Iterable[Play], scale: PointScale) -> dict[int, Points]:
    """Return each player's sum of points in the plays that count."""
    sums: dict[int, Points] = {}
    for play in plays:
        if play.counts:
            for player, points in place_points(play, scale).items():
                sums[player] = sums.get(player, 0) + points
    return sums
