"""Records with the names of those who hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from games.contract import format_number
from scorekeeper.models import Player
from scorekeeper.pages.statistics.titles import duration_text
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play
from scorekeeper.statistics.records import Record


class RecordRow(NamedTuple):
    """`value`: points or a time, as a text."""

    name: str
    value: str
    play: Play
    players: Sequence[Player]


def record_rows(history: GroupHistory, records: Iterable[Record]) -> list[RecordRow]:
    return [
        RecordRow(
            str(one.name.label),
            record_text(one),
            one.play,
            [history.players[player] for player in one.players],
        )
        for one in records
    ]


def record_text(record: Record) -> str:
    if record.name.is_time:
        return duration_text(timedelta(minutes=record.value))
    return format_number(record.value)
