"""Records that were broken, and streaks that ended, by the play that did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from scorekeeper.statistics.history import GroupHistory, cached_with_history
from scorekeeper.statistics.plays import Play, group_by
from scorekeeper.statistics.records import FIGURES, Record, RecordName, holders, kinds_of

FEWEST = 3
"""The fewest plays before a record can be broken, and the fewest wins in a row worth a word."""


class StreakEnd(NamedTuple):
    """`play`: the one that the player did not win after so many wins in a row."""

    player: int
    length: int
    play: Play


def record_breaks(plays: Iterable[Play]) -> Iterator[Record]:
    """Each record as it was set, in plays of one kind that come in the order of play."""
    record: dict[RecordName, int] = {}
    counts: Counter[RecordName] = Counter()
    comparable = (play for play in plays if play.compares)
    for play in comparable:
        for name, (figure, best) in FIGURES.items():
            if (value := figure(play)) is None:
                continue
            before = record.get(name)
            if before is None or best((before, value)) != before:
                record[name] = value
                if counts[name] >= FEWEST:
                    yield Record(name, value, play, holders(name, value, play))
            counts[name] += 1


def count_figures(name: RecordName, plays: Iterable[Play]) -> int:
    """Return the number of plays with a figure that can be compared."""
    figure, _best = FIGURES[name]
    return sum(play.compares and figure(play) is not None for play in plays)


def streak_ends(plays: Iterable[Play]) -> Iterator[StreakEnd]:
    """Yield the streaks that ended, from plays in the order of play."""
    wins: Counter[int] = Counter()
    counted = (play for play in plays if play.counts)
    for play in counted:
        for place in play.places:
            if place.won:
                wins[place.player] += 1
            elif (length := wins.pop(place.player, 0)) >= FEWEST:
                yield StreakEnd(place.player, length, play)


@cached_with_history
def record_breaks_by_play(history: GroupHistory) -> dict[int, list[Record]]:
    """Return the broken records of all kinds, by the key of the play."""
    by_kind = map(record_breaks, kinds_of(history.plays).values())
    return group_by(chain.from_iterable(by_kind), lambda record: record.play.pk)


@cached_with_history
def streak_ends_by_play(history: GroupHistory) -> dict[int, list[StreakEnd]]:
    return group_by(streak_ends(history.plays), lambda end: end.play.pk)
