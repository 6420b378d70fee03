"""The records of a group in each kind of game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats import whole_minutes
from scorekeeper.statistics.plays import Play, group_plays


class RecordName(models.TextChoices):
    HIGHEST = "highest", _("Highest total")
    LOWEST = "lowest", _("Lowest total")
    CLOSEST = "closest", _("Closest win")
    CLEAREST = "clearest", _("Clearest win")
    COMEBACK = "comeback", _("Biggest comeback")
    LONGEST = "longest", _("Longest game")


class Record(NamedTuple):
    """Set by these players, in this play, the first one that reached `value`: points, and for the
    longest game minutes.
    """

    name: RecordName
    value: int
    play: Play
    players: Sequence[int]

    @property
    def is_worst(self) -> bool:
        """True if it is the worst total: a record of the group, but not to anyone's credit."""
        return self.name == worst_total(self.play)


def worst_total(play: Play) -> RecordName:
    return RecordName.HIGHEST if play.lowest_wins else RecordName.LOWEST


Figure = Callable[[Play], int | None]


def margin(play: Play) -> int | None:
    """The winner's margin; None for a defeat and for a win that several players share."""
    return play.margin if play.counts and play.margin and len(play.winners) == 1 else None


def comeback(play: Play) -> int | None:
    return play.comeback if play.counts and play.comeback else None


def minutes(play: Play) -> int | None:
    """Rounded, as pages show the duration of the game."""
    if not (play.counts and play.duration):
        return None
    return whole_minutes(play.duration)


def highest_total(play: Play) -> int:
    return max(totals(play)) if play.lowest_wins else winning_total(play)


def lowest_total(play: Play) -> int:
    return winning_total(play) if play.lowest_wins else min(totals(play))


def totals(play: Play) -> Iterator[int]:
    return (place.total for place in play.places)


def winning_total(play: Play) -> int:
    """The best total, except that a player who went out may have had more."""
    best = min if play.lowest_wins else max
    return best(place.total for place in play.places if place.rank == 1)


FIGURES: dict[RecordName, tuple[Figure, Callable[[Iterable[int]], int]]] = {
    RecordName.HIGHEST: (highest_total, max),
    RecordName.LOWEST: (lowest_total, min),
    RecordName.CLOSEST: (margin, min),
    RecordName.CLEAREST: (margin, max),
    RecordName.COMEBACK: (comeback, max),
    RecordName.LONGEST: (minutes, max),
}
"""Each figure, and which of several is the record."""


def records(plays: Iterable[Play]) -> list[Record]:
    """Return the records of plays of one kind. Shared wins set none for the margin."""
    plays = [play for play in plays if play.compares]
    return [record for name in FIGURES if (record := find_record(name, plays))]


def find_record(name: RecordName, plays: Sequence[Play]) -> Record | None:
    figure, best = FIGURES[name]
    candidates = [(value, play) for play in plays if (value := figure(play)) is not None]
    if not candidates:
        return None
    record = best(value for value, _play in candidates)
    play = next(play for value, play in candidates if value == record)
    return Record(name, record, play, holders(name, record, play))


def holders(name: RecordName, value: int, play: Play) -> Sequence[int]:
    """Return the winners, everyone if all lost together; of these, those who have that total.

    The worst total is that of anyone who has it.
    """
    places = [place for place in play.places if place.won] or play.places
    if name == worst_total(play):
        places = play.places
    if name in (RecordName.HIGHEST, RecordName.LOWEST):
        places = [place for place in places if place.total == value]
    return [place.player for place in places]


def kinds_of(plays: Iterable[Play]) -> dict[str, list[Play]]:
    """The plays that compare, by kind; the kind played most first."""
    return group_plays((play for play in plays if play.compares), lambda play: play.kind)
