"""Records that were broken, and streaks that ended, by the play that did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play
from scorekeeper.statistics.records import (
    Figure,
    Record,
    RecordName,
    comeback,
    highest_total,
    holders,
    kinds_of,
    lowest_total,
    margin,
    minutes,
)

FEWEST = 3
"""The fewest plays before a record can be broken, and the fewest wins in a row worth a word."""

FIGURES: dict[RecordName, tuple[Figure, int]] = {
    RecordName.HIGHEST: (highest_total, 1),
    RecordName.LOWEST: (lowest_total, -1),
    RecordName.CLOSEST: (margin, -1),
    RecordName.CLEAREST: (margin, 1),
    RecordName.COMEBACK: (comeback, 1),
    RecordName.LONGEST: (minutes, 1),
}
"""Each with 1 if the highest figure is the record, -1 if the lowest is."""


class StreakEnd(NamedTuple):
    """`play`: the one that the player did not win after so many wins in a row."""

    player: int
    length: int
    play: Play


def record_breaks(plays: Iterable[Play]) -> Iterator[Record]:
    """Each record as it was set, in plays of one kind that come in the order of play."""
    best: dict[RecordName, int] = {}
    known: Counter[RecordName] = Counter()
    for play in plays:
        for name, (figure, sign) in FIGURES.items() if play.compares else ():
            if (value := figure(play)) is None:
                continue
            if known[name] and value * sign <= best[name] * sign:
                known[name] += 1
                continue
            if known[name] >= FEWEST:
                yield Record(name, value, play, holders(name, value, play))
            best[name] = value
            known[name] += 1


def times_known(name: RecordName, plays: Iterable[Play]) -> int:
    """Return the number of plays with a figure that can be compared."""
    figure, _sign = FIGURES[name]
    return sum(play.compares and figure(play) is not None for play in plays)


def streak_ends(plays: Iterable[Play]) -> Iterator[StreakEnd]:
    """Yield the streaks that ended, from plays in the order of play."""
    wins: Counter[int] = Counter()
    for play in plays:
        for place in play.places if play.counts else ():
            if place.won:
                wins[place.player] += 1
            elif (length := wins.pop(place.player, 0)) >= FEWEST:
                yield StreakEnd(place.player, length, play)


def record_breaks_by_play(history: GroupHistory) -> dict[int, list[Record]]:
    """Return the broken records of all kinds, by the key of the play."""

    def compute() -> dict[int, list[Record]]:
        by_play: dict[int, list[Record]] = {}
        for plays in kinds_of(history.plays).values():
            for record in record_breaks(plays):
                by_play.setdefault(record.play.pk, []).append(record)
        return by_play

    return history.once("record breaks", compute)


def streak_ends_by_play(history: GroupHistory) -> dict[int, list[StreakEnd]]:
    def compute() -> dict[int, list[StreakEnd]]:
        by_play: dict[int, list[StreakEnd]] = {}
        for end in streak_ends(history.plays):
            by_play.setdefault(end.play.pk, []).append(end)
        return by_play

    return history.once("streak ends", compute)
