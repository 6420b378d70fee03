"""A game played on, entry by entry."""

from collections.abc import Sequence
from operator import add

from games.big_fish.catch import Lines, take_row
from games.big_fish.count import count_piles
from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.table import MISTAKE, Table, laid
from games.contract import GameOver, Impossible, Line, Result, Setup, Text, refused
from games.contract import gettext as _


def table_of(setup: Setup[Options], entries: Sequence[Entry]) -> Table:
    """What lies on the table after these entries; one that cannot stand has moved nothing."""
    return played(setup, entries)[1]


def played(setup: Setup[Options], entries: Sequence[Entry]) -> tuple[list[Result], Table]:
    """What each entry did, without what the end of the game brings, and the table after the last."""
    table, totals = laid(setup), (0,) * setup.seats
    results: list[Result] = []
    for number, entry in enumerate(entries):
        table.now = number
        result = _result(entry, table, setup, totals)
        results.append(result)
        totals = result.totals
    return results, table


def _result(entry: Entry, table: Table, setup: Setup[Options], totals: tuple[int, ...]) -> Result:
    try:
        brought = _enter(entry, table, setup)
    except Impossible as problem:
        return refused(totals, problem)
    lines = tuple([tuple(brought.get(piles.player, ())) for piles in table.piles])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def _enter(entry: Entry, table: Table, setup: Setup[Options]) -> Lines:
    """Does on the table what the entry says. Raises Impossible, and does nothing, if that cannot be."""
    if table.complete:
        raise GameOver("", _too_late(table))
    match entry:
        case Catch():
            return take_row(entry, table, setup)
        case Count():
            return count_piles(entry, table, setup)
        case Mistake():
            return _err(entry, table)


def _too_late(table: Table) -> Text:
    if table.counting:
        return _("The game was over: everybody’s piles are counted.")
    return _("The game was over: all %(rows)s rows are caught.", rows=table.rows)


def _err(entry: Mistake, table: Table) -> Lines:
    """The mistake card goes to whoever erred last; who has it keeps it."""
    before, now = table.mistake, entry.player
    if before == now:
        return {now: [Line(0, _("keeps the mistake card"))]}
    table.mistake = now
    lines = {now: [Line(-MISTAKE, _("%(points)s mistake card", points=MISTAKE))]}
    if before is not None:
        back = _("%(points)s mistake card, now with %(player)s", points=MISTAKE, player=now)
        lines[before] = [Line(MISTAKE, back)]
    return lines
