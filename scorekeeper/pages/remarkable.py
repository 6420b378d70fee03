"""What was remarkable in a finished game, beside those that its group had finished before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.formats import format_day
from scorekeeper.pages.group_records import group_records
from scorekeeper.pages.personal_records import PersonalRecord
from scorekeeper.tables.lookback import Lookback, Placing
from scorekeeper.tables.table import Table

MOST = 3
STREAK = 3
LOSSES = 4
"""From so many wins in a row, or meetings without a win, on it is worth a sentence."""
FIRST_GAME, PERSONAL_BEST = 1 / 20, 1 / 5


class Remark(NamedTuple):
    """A sentence. `chance`: how rare it is, roughly. `best`: the seats whose total it is about."""

    chance: float
    text: str
    best: Sequence[int] = ()


def remarks(table: Table) -> list[Remark]:
    """The rarest first, without personal bests: standings show these beside the total.

    None while the game goes on, or if it was ended early. Devices that were let into this game
    only get none, because they may not learn of others.
    """
    session = table.session
    if not session.finished_at or session.ended_early or session.guest_of is not None:
        return []
    lookback = Lookback(table)
    found = [*record_remarks(lookback), *first_game(lookback)]
    if len(table.seats) > 1:
        found += [*streaks(lookback), *streaks_ended(lookback), *first_wins(lookback)]
    return sorted(found, key=lambda one: one.chance)[:MOST]


def personal_bests(
    records: Sequence[PersonalRecord], remarks: Sequence[Remark]
) -> list[PersonalRecord]:
    """Those of which no remark says more."""
    said = {seat for remark in remarks for seat in remark.best}
    return [one for one in records if one.is_best and one.seat not in said]


def first_remark(table: Table, records: Sequence[PersonalRecord]) -> str:
    """For pages without marks in the standings: the rarest of all, also of personal bests."""
    found = remarks(table)
    own = [
        Remark(PERSONAL_BEST, personal_best_text(table, one.seat))
        for one in personal_bests(records, found)
    ]
    return min([*found, *own], key=lambda one: one.chance, default=Remark(1, "")).text


def personal_best_text(table: Table, seat: int) -> str:
    return _("%(name)s’s best %(game)s") % {"name": table.names[seat], "game": table.display_title}


def record_remarks(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for record in group_records(lookback):
        best = table.winners if record.is_total else ()
        yield Remark(record.chance, record.text % {"game": table.display_title}, best)


def first_game(lookback: Lookback) -> Iterator[Remark]:
    """Not of a group's first game ever."""
    if lookback.games and lookback.is_first_of_its_game():
        text = _("This group’s first game of %(game)s") % {"game": lookback.table.display_title}
        yield Remark(FIRST_GAME, text)


def streaks(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for seat in table.winners:
        before = wins_in_a_row(lookback, seat)
        if before is not None and before + 1 >= STREAK:
            wins = before + 1
            text = ngettext(
                "%(n)s win in a row for %(name)s", "%(n)s wins in a row for %(name)s", wins
            )
            yield Remark(chance_of_wins(table, wins), text % {"name": table.names[seat], "n": wins})


def streaks_ended(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for seat, name in enumerate(table.names):
        before = None if seat in table.winners else wins_in_a_row(lookback, seat)
        if before is not None and before >= STREAK:
            text = ngettext(
                "%(name)s’s streak of %(n)s win ends",
                "%(name)s’s streak of %(n)s wins ends",
                before,
            )
            yield Remark(chance_of_wins(table, before), text % {"name": name, "n": before})


def wins_in_a_row(lookback: Lookback, seat: int) -> int | None:
    """How many the player had before this game; None if the streak began before what is read."""
    placings = lookback.placings[lookback.table.seats[seat].player_id]
    for wins, placing in enumerate(placings):
        if not placing.won:
            return wins
    return len(placings) if lookback.is_complete else None


def chance_of_wins(table: Table, wins: int) -> float:
    return float(len(table.seats)) ** -wins


def first_wins(lookback: Lookback) -> list[Remark]:
    """The rarest of a winner over one of the others."""
    table = lookback.table
    others = [seat for seat in range(len(table.seats)) if seat not in table.winners]
    pairs = product(table.winners, others)
    found = [remark for pair in pairs for remark in first_win(lookback, *pair)]
    return sorted(found, key=lambda one: one.chance)[:1]


def first_win(lookback: Lookback, winner: int, other: int) -> Iterator[Remark]:
    """If the winner had not finished above the other for a while, and not on the same day."""
    table = lookback.table
    meetings = meetings_of(lookback, winner, other)
    losses = next((n for n, (one, two) in enumerate(meetings) if one.rank < two.rank), None)
    names = {"name": table.names[winner], "other": table.names[other]}
    if losses is None:
        if lookback.is_complete and len(meetings) >= LOSSES:
            text = _("%(name)s’s first win over %(other)s") % names
            yield Remark(0.5 ** len(meetings), text)
    elif losses >= LOSSES and not same_day(table, meetings[losses][0]):
        names["day"] = day_before(table, meetings[losses][0])
        text = _("%(name)s’s first win over %(other)s since %(day)s") % names
        yield Remark(0.5**losses, text)


def meetings_of(lookback: Lookback, one: int, two: int) -> list[tuple[Placing, Placing]]:
    """The games in which both took part, the newest first."""
    first, second = (
        {placing.game.pk: placing for placing in lookback.placings[seat.player_id]}
        for seat in (lookback.table.seats[one], lookback.table.seats[two])
    )
    return [(placing, second[pk]) for pk, placing in first.items() if pk in second]


def same_day(table: Table, placing: Placing) -> bool:
    days = {localtime(one.played_at).date() for one in (placing.game, table.session)}
    return len(days) == 1


def day_before(table: Table, placing: Placing) -> str:
    """The day of an earlier game, with the year if it was another one."""
    then, now = localtime(placing.game.played_at), localtime(table.session.played_at)
    return format_day(then, "day of year" if then.year == now.year else "day")
