"""A year of a group, or of one of its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from scorekeeper.models import Seat
from scorekeeper.statistics.breaks import FEWEST, count_figures
from scorekeeper.statistics.evenings import Evening, evenings_of
from scorekeeper.statistics.group import FamilyPlays, families_of
from scorekeeper.statistics.head_to_head import Pairing, all_first, most_below, nemeses, pairings
from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Family, Play, group_by, plays_by_player
from scorekeeper.statistics.records import Record, RecordName, find_record, kinds_of, records
from scorekeeper.statistics.wins import Wins, count_wins, streaks

MOST_TIED = 3
"""The most players who can share the first place; if more do, nobody stands out."""


@cached_with_history
def plays_by_year(history: GroupHistory) -> Mapping[int, list[Play]]:
    """Return the plays that were not ended early, the first year first."""
    complete = (play for play in history.plays if not play.ended_early)
    return group_by(complete, lambda play: play.day.year)


@cached_with_history
def years_of(history: GroupHistory, player: int | None = None) -> list[int]:
    """The years with games of the group, or of a player; the newest first."""
    by_year = plays_by_year(history)
    years = [year for year, plays in by_year.items() if plays_of(plays, player)]
    return sorted(years, reverse=True)


def plays_of(plays: Sequence[Play], player: int | None) -> Sequence[Play]:
    """Return the plays of this player; None for everyone's."""
    if player is None:
        return plays
    return [play for play in plays if player in play.players]


Item = TypeVar("Item")


def leading(items: Iterable[Item], value: Callable[[Item], float]) -> list[Item]:
    """All with the highest value; none if too many share it."""
    first = all_first(list(items), value)
    return first if len(first) <= MOST_TIED else []


class PlayerStreak(NamedTuple):
    player: int
    plays: Sequence[Play]


class PlayerPairing(NamedTuple):
    player: int
    pairing: Pairing


Counts = dict[Family, dict[str, Counter[int]]]
"""Each player's sum, by family and the key of the figure."""


class YearFigures:
    """The figures of a year of the group, or of the games of `player`.

    `plays` and `earlier`, those of the years before, were not ended early. Everything is computed
    on first use, and kept with the history.
    """

    def __init__(self, history: GroupHistory, year: int, player: int | None = None) -> None:
        by_year = plays_by_year(history)
        self.history, self.year, self.player = history, year, player
        self.plays = plays_of(by_year.get(year, ()), player)
        before = [play for one, plays in by_year.items() if one < year for play in plays]
        self.earlier = plays_of(before, player)

    @cached_property
    def counted_plays(self) -> list[Play]:
        return [play for play in self.plays if play.counts]

    @cached_property
    def solo(self) -> list[Play]:
        return [play for play in self.plays if not play.counts]

    @cached_property
    def durations(self) -> list[timedelta]:
        """The durations of the games that count and whose time is known."""
        return [play.duration for play in self.counted_plays if play.duration]

    @cached_property
    def families(self) -> list[FamilyPlays]:
        return families_of(self.plays)

    @cached_property
    def new_families(self) -> list[FamilyPlays]:
        earlier_families: set[Family] = {play.family for play in self.earlier}
        return [one for one in self.families if one.family not in earlier_families]

    @cached_property
    def wins(self) -> dict[int, Wins]:
        return count_wins(self.counted_plays)

    @cached_property
    def plays_for_records(self) -> list[Play]:
        """The games that count: all of a group, those that a player won."""
        if self.player is None:
            return self.counted_plays
        return [play for play in self.counted_plays if play.place_of(self.player).won]

    @cached_property
    def counted_plays_by_player(self) -> dict[int, list[Play]]:
        return plays_by_player(self.counted_plays)

    @cached_property
    def longest_streaks(self) -> list[PlayerStreak]:
        """All of that length, from two wins on, the first one first."""
        players = [self.player] if self.player else filter(self.history.is_person, self.wins)
        all_streaks = [
            PlayerStreak(player, streak)
            for player in players
            for streak in streaks(self.counted_plays_by_player.get(player, ()), player)
            if len(streak) > 1
        ]
        longest = all_first(all_streaks, lambda one: len(one.plays))
        return sorted(longest, key=lambda one: one.plays[-1].played_at)

    @cached_property
    def closest(self) -> Record | None:
        return find_record(RecordName.CLOSEST, self.plays_for_records)

    @cached_property
    def clearest(self) -> Record | None:
        return find_record(RecordName.CLEAREST, self.plays_for_records)

    @cached_property
    def comeback(self) -> Record | None:
        return find_record(RecordName.COMEBACK, self.plays_for_records)

    @cached_property
    def evenings(self) -> list[Evening]:
        """The group's evenings with at least one counted game."""
        keys = {play.pk for play in self.counted_plays}
        evenings = evenings_of(self.history)
        return [one for one in evenings if any(play.pk in keys for play in one.plays)]

    def games_in(self, evening: Evening) -> Sequence[Play]:
        """All that were finished, as on the page of the evening; of the player, if there is one."""
        return plays_of(evening.plays, self.player)

    @cached_property
    def attendance(self) -> Counter[int]:
        keys = {play.pk for play in self.counted_plays}
        by_evening = ([play for play in one.plays if play.pk in keys] for one in self.evenings)
        attendees = (player for plays in by_evening for player in Evening(plays).players)
        return Counter(filter(self.history.is_person, attendees))

    @cached_property
    def months(self) -> Counter[date]:
        """Games that count, by the first day of the month."""
        return Counter(play.day.replace(day=1) for play in self.counted_plays)

    @cached_property
    def pairings(self) -> dict[int, list[Pairing]]:
        """The pairings of the player, or of everyone in the group."""
        is_person = self.history.is_person
        players = filter(is_person, [self.player] if self.player else self.wins)
        plays = self.counted_plays_by_player
        by_player = {one: pairings(plays.get(one, ()), one) for one in players}
        return {
            one: [pairing for pairing in pairs if is_person(pairing.opponent)]
            for one, pairs in by_player.items()
        }

    @cached_property
    def worst_nemeses(self) -> list[PlayerPairing]:
        """The player who was most often below another, and the other."""
        candidates = [
            PlayerPairing(player, worst)
            for player, all_of in self.pairings.items()
            for worst in nemeses(all_of)
        ]
        return all_first(candidates, lambda one: most_below(one.pairing))

    @cached_property
    def broken_records(self) -> list[Record]:
        """Records set this year that beat earlier years and still stand at its end. A player's year
        has those that the player holds, without the worst total.
        """
        all_records = broken_records(self.history, self.year)
        if self.player is None:
            return all_records
        return [one for one in all_records if self.player in one.players and not one.is_worst]

    @cached_property
    def counts(self) -> Counts:
        counts: Counts = {}
        plays = {play.pk: play for play in self.plays}
        for session, player, figures in self.load_figures():
            if (play := plays.get(session)) and player in self.history.players:
                sums = counts.setdefault(play.family, {})
                for key, _detail, value, _chances in figures:
                    sums.setdefault(key, Counter())[player] += value
        return counts

    def load_figures(self) -> Any:
        """The game, the player and the figures of every seat of that year."""
        if not self.plays:
            return []
        first, last = self.plays[0], self.plays[-1]
        seats = Seat.objects.filter(
            session__group=self.history.group,
            session__played_at__range=(first.played_at, last.played_at),
            figures__isnull=False,
        )
        if self.player is not None:
            seats = seats.filter(player=self.player)
        rows = seats.order_by().values_list("session", "player", "figures")
        return rows.iterator(chunk_size=2000)


@cached_with_history
def broken_records(history: GroupHistory, year: int) -> list[Record]:
    by_year = plays_by_year(history)
    by_kind = kinds_of(play for one, plays in by_year.items() if one <= year for play in plays)
    return [
        record for kind in kinds_of(by_year[year]) for record in broken_in_kind(by_kind[kind], year)
    ]


def broken_in_kind(plays: Sequence[Play], year: int) -> list[Record]:
    """`plays`: of one kind, until the end of the year."""
    before = [play for play in plays if play.day.year < year]
    names = {name for name in RecordName if count_figures(name, before) >= FEWEST}
    newest = {play.pk for play in plays[len(before) :]}
    return [one for one in records(plays) if one.play.pk in newest and one.name in names]


@cached_with_history
def year_figures(history: GroupHistory, year: int, player: int | None = None) -> YearFigures:
    return YearFigures(history, year, player)
