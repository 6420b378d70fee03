"""The statistics of one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from statistics import fmean, median, stdev

from scorekeeper.statistics.group import families_of, group_records
from scorekeeper.statistics.head_to_head import Pairing, favourites, nemeses, pairings
from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Family, Play
from scorekeeper.statistics.records import Record, kinds_of
from scorekeeper.statistics.wins import Wins, count_wins, streaks

LAST = 10


@dataclass(frozen=True)
class Totals:
    """A player's totals in games of one kind, the first played first; at least one."""

    player: int
    plays: Sequence[Play]

    @cached_property
    def values(self) -> list[int]:
        return [play.place_of(self.player).total for play in self.plays]

    @property
    def kind(self) -> str:
        return self.plays[0].kind

    @property
    def best_play(self) -> Play:
        return self.plays[self.values.index(self.best)]

    @cached_property
    def best(self) -> int:
        return min(self.values) if self.plays[0].lowest_wins else max(self.values)

    @cached_property
    def mean(self) -> float:
        return fmean(self.values)

    @cached_property
    def median(self) -> float:
        return median(self.values)

    @cached_property
    def spread(self) -> float | None:
        """The standard deviation; None for a single total."""
        return stdev(self.values) if len(self.values) > 1 else None

    @property
    def last(self) -> int:
        return self.values[-1]

    @property
    def last_play(self) -> Play:
        return self.plays[-1]


@dataclass(frozen=True)
class FamilyFigures:
    """A player's games of a family."""

    player: int
    family: Family
    plays: Sequence[Play]

    @cached_property
    def wins(self) -> Wins:
        return wins_of(self.player, self.plays)

    @cached_property
    def totals(self) -> list[Totals]:
        """One for each kind, the kind played most first."""
        return [Totals(self.player, of_kind) for of_kind in kinds_of(self.plays).values()]

    @cached_property
    def last(self) -> list[Play]:
        """The last ten that count, the first of them first."""
        return [play for play in self.plays if play.counts][-LAST:]

    @property
    def solo(self) -> list[Play]:
        return solo_games(self.plays)

    @property
    def last_play(self) -> Play:
        return self.plays[-1]


def wins_of(player: int, plays: Sequence[Play]) -> Wins:
    return count_wins(plays).get(player) or Wins(player)


def solo_games(plays: Sequence[Play]) -> list[Play]:
    """Return those played alone, to their end."""
    return [play for play in plays if len(play.places) == 1 and not play.ended_early]


class PlayerFigures:
    """A player's figures. Each is computed when it is first used, and kept with the history."""

    def __init__(self, history: GroupHistory, player: int) -> None:
        self.history = history
        self.player = player
        self.plays = history.of_player(player)

    @cached_property
    def counted_plays(self) -> list[Play]:
        return [play for play in self.plays if play.counts]

    @cached_property
    def wins(self) -> Wins:
        return wins_of(self.player, self.counted_plays)

    @cached_property
    def solo(self) -> list[Play]:
        return solo_games(self.plays)

    @cached_property
    def days(self) -> Counter[date]:
        """The number of games that were played to their end on each day."""
        return Counter(play.day for play in self.plays if not play.ended_early)

    @cached_property
    def last(self) -> list[Play]:
        """The last ten, the first of them first."""
        return self.counted_plays[-LAST:]

    @cached_property
    def streaks(self) -> list[list[Play]]:
        return streaks(self.counted_plays, self.player)

    @property
    def present_streak(self) -> list[Play]:
        return self.streaks[-1]

    @property
    def longest_streak(self) -> list[Play]:
        """The first one of that length."""
        return max(self.streaks, key=len)

    @cached_property
    def pairings(self) -> list[Pairing]:
        pairs = pairings(self.counted_plays, self.player)
        return [one for one in pairs if self.history.is_person(one.opponent)]

    @property
    def nemeses(self) -> list[Pairing]:
        return nemeses(self.pairings)

    @property
    def favourites(self) -> list[Pairing]:
        return favourites(self.pairings)

    @cached_property
    def families(self) -> list[FamilyFigures]:
        """The family played most comes first."""
        of_player = families_of(self.plays)
        return [FamilyFigures(self.player, one.family, one.plays) for one in of_player]

    def in_family(self, family: Family) -> FamilyFigures:
        """Return the player's figures of a family; without plays if none was played to its end."""
        matches = [one for one in self.families if one.family == family]
        return matches[0] if matches else FamilyFigures(self.player, family, [])

    @cached_property
    def records(self) -> list[Record]:
        """The group's records that this player holds, without the worst totals."""
        return [
            one
            for one in group_records(self.history)
            if self.player in one.players and not one.is_worst
        ]


@cached_with_history
def player_figures(history: GroupHistory, player: int) -> PlayerFigures:
    return PlayerFigures(history, player)
