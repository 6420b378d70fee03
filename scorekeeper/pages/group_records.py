"""The records of its group that a finished game set in its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scorekeeper.tables.lookback import COMPARED, Lookback

FEWEST = 4
"""So many earlier games make a record worth a sentence."""


class GroupRecord(NamedTuple):
    """`chance`: how likely the last one of so many games sets it. `text` takes the `game`."""

    chance: float
    text: str
    is_total: bool = False


class Aspect(NamedTuple):
    """A column of GameSession in which a game sets a record, by the lowest value or the highest."""

    column: str
    lowest: bool
    text: str

    @property
    def is_total(self) -> bool:
        return self.column == "best_total"


def group_records(lookback: Lookback) -> Iterator[GroupRecord]:
    """None of a game that compares with no other."""
    if not lookback.table.seats[0].kind:
        return
    for aspect in aspects(lookback):
        values = [getattr(row, aspect.column) for row in lookback.comparable]
        earlier = [value for value in values if is_known(value, aspect)]
        if len(earlier) >= FEWEST and is_record(lookback, aspect, earlier):
            yield GroupRecord(1 / (len(earlier) + 1), aspect.text, aspect.is_total)


def aspects(lookback: Lookback) -> list[Aspect]:
    lowest_wins = lookback.table.lowest_wins
    total = _("Lowest %(game)s total ever") if lowest_wins else _("Highest %(game)s total ever")
    return [
        Aspect("best_total", lowest_wins, total),
        Aspect("margin", True, _("Closest %(game)s ever")),
        Aspect("margin", False, _("Clearest %(game)s win ever")),
        Aspect("comeback", False, _("Biggest comeback in %(game)s ever")),
    ]


def is_known(value: int | None, aspect: Aspect) -> bool:
    """A margin or a comeback of 0 is none."""
    return value is not None and (aspect.is_total or value > 0)


def is_record(lookback: Lookback, aspect: Aspect, earlier: list[int]) -> bool:
    """Whether no earlier game reached it; `earlier` has the newest ones."""
    value = getattr(lookback.session, aspect.column)
    if not is_known(value, aspect):
        return False
    if not (value < min(earlier) if aspect.lowest else value > max(earlier)):
        return False
    if len(lookback.comparable) < COMPARED:
        return True
    return lookback.is_record(aspect.column, aspect.lowest)
