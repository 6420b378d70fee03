"""Remarks on some games that were played one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import format_number
from scorekeeper.pages.statistics.records import record_text
from scorekeeper.pages.statistics.titles import play_title
from scorekeeper.statistics.breaks import record_breaks_by_play, streak_ends_by_play
from scorekeeper.statistics.group import group_records
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play
from scorekeeper.statistics.records import Record, RecordName


class Remark(NamedTuple):
    """`details`: whose it was, and in which game. `value`: a figure as a text, or ""."""

    title: str
    details: Sequence[str]
    value: str
    play: Play


def remarks_on(history: GroupHistory, plays: Sequence[Play]) -> list[Remark]:
    """Records first, then streaks that ended, then the biggest comeback and swing."""
    records = records_set(history, plays)
    return [
        *(record_remark(history, record) for record in records),
        *streak_remarks(history, plays),
        *comeback_remarks(history, plays, records),
        *swing_remarks(plays),
    ]


def records_set(history: GroupHistory, plays: Sequence[Play]) -> list[Record]:
    """Return the records that were broken; one that was broken again only as it stands last."""
    breaks = record_breaks_by_play(history)
    set_here = (record for play in plays for record in breaks.get(play.pk, ()))
    return list({(record.play.kind, record.name): record for record in set_here}.values())


def record_remark(history: GroupHistory, record: Record) -> Remark:
    names = [history.players[player].name for player in record.players]
    standing = any(
        one.name == record.name and one.play.pk == record.play.pk for one in group_records(history)
    )
    # Translators: `record` is one such as "Highest total".
    title = _("%(record)s ever") if standing else _("%(record)s until then")
    return Remark(
        title % {"record": record.name.label},
        [play_title(record.play), *names],
        record_text(record),
        record.play,
    )


def streak_remarks(history: GroupHistory, plays: Sequence[Play]) -> Iterator[Remark]:
    ends = streak_ends_by_play(history)
    for play in plays:
        for end in ends.get(play.pk, ()):
            text = ngettext(
                "%(name)s’s streak of %(n)s win ends",
                "%(name)s’s streak of %(n)s wins ends",
                end.length,
            )
            names = {"name": history.players[end.player].name, "n": end.length}
            yield Remark(text % names, [play_title(play)], "", play)


def comeback_remarks(
    history: GroupHistory, plays: Sequence[Play], records: Sequence[Record]
) -> Iterator[Remark]:
    """The biggest one, unless it is among the records."""
    known = [play for play in plays if play.counts and play.comeback]
    best = max(known, key=lambda play: play.comeback or 0, default=None)
    in_records = [record.play.pk for record in records if record.name == RecordName.COMEBACK]
    if best and best.comeback and best.pk not in in_records:
        names = [history.players[player].name for player in best.winners]
        details = [play_title(best), *names]
        yield Remark(_("Biggest comeback"), details, format_number(best.comeback), best)


def swing_remarks(plays: Sequence[Play]) -> Iterator[Remark]:
    known = [play for play in plays if play.counts and play.swing]
    best = max(known, key=lambda play: play.swing or 0, default=None)
    if best and best.swing:
        yield Remark(_("Biggest swing"), [play_title(best)], format_number(best.swing), best)
