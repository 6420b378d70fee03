"""The games of a group by the year they were played in."""

from collections.abc import Mapping, Sequence

from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play


def plays_by_year(history: GroupHistory) -> Mapping[int, list[Play]]:
    """Return the plays that were not ended early, the first year first."""

    def compute() -> Mapping[int, list[Play]]:
        by_year: dict[int, list[Play]] = {}
        for play in history.plays:
            if not play.ended_early:
                by_year.setdefault(play.day.year, []).append(play)
        return by_year

    return history.once("plays by year", compute)


def years_of(history: GroupHistory, player: int | None = None) -> list[int]:
    """The years with games of the group, or of a player; the newest first."""

    def compute() -> list[int]:
        by_year = plays_by_year(history)
        years = [year for year, plays in by_year.items() if plays_of(plays, player)]
        return sorted(years, reverse=True)

    return history.once(("years", player), compute)


def plays_of(plays: Sequence[Play], player: int | None) -> Sequence[Play]:
    """Return the plays of this player; None for everyone's."""
    if player is None:
        return plays
    return [play for play in plays if any(place.player == player for place in play.places)]
