"""Big Fish, also sold as Fat Fish: rows of five fish, the highest of each colour plus, the rest minus; two to six play.

Edition: the Korean one. Variants: the advanced game, with bonus cards; A as an extra, which moves beside another card.
"""

from collections.abc import Sequence
from operator import add

from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.play import played, table_of
from games.big_fish.standing import closing, going_on, holds, over
from games.contract import Game, Scoreboard, Setup, Text, gettext_noop, leaders, ranked
from games.contract import gettext as _

__all__ = ["Catch", "Count", "Entry", "Mistake", "Options", "game", "score", "table_of"]


def score(setup: Setup[Options], entries: Sequence[Entry]) -> Scoreboard:
    """How the game stands after these entries."""
    results, table = played(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    finished = table.complete or setup.ended_early
    last = closing(table) if finished else ()
    if last:
        totals = tuple(map(add, totals, [sum([line.points for line in lines]) for lines in last]))
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=ranked(totals),
        finished=finished,
        winners=leaders(totals) if finished else (),
        verdict=over(totals, table) if finished else going_on(totals, table),
        needs=(None,) * setup.seats,
        holds=holds(table, finished),
        closing=last,
    )


def entry_title(before: Sequence[Entry], entry: Entry | None) -> Text:
    """What an entry is called; only the rows are numbered."""
    if isinstance(entry, Count):
        return _("%(player)s’s piles", player=entry.player)
    if isinstance(entry, Mistake):
        return _("Mistake card")
    if entry is None and _counts(before):
        return _("Piles")
    if entry is None and not _catches(before):
        return _("Catch 1 or piles")
    return _("Catch %(number)s", number=_catches(before) + 1)


def enter_title(entries: Sequence[Entry], entry: None = None) -> Text:
    """What entering the next one is called."""
    if _counts(entries):
        return _("Count the piles")
    if not _catches(entries):
        return _("Enter catch 1 or piles")
    return _("Enter catch %(number)s", number=_catches(entries) + 1)


def entering_title(entries: Sequence[Entry], entry: None = None) -> Text:
    """That %(name)s is doing it."""
    if _counts(entries):
        return _("%(name)s is counting the piles")
    if not _catches(entries):
        return _("%(name)s is entering catch 1 or piles")
    return _("%(name)s is entering catch %(number)s", number=_catches(entries) + 1)


def _catches(entries: Sequence[Entry]) -> int:
    return sum([isinstance(entry, Catch) for entry in entries])


def _counts(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Count) for entry in entries)


game = Game(
    slug="big_fish",
    title=gettext_noop("Big Fish"),
    credit=gettext_noop("also sold as Fat Fish · scored after the Korean edition"),
    players=range(2, 7),
    options=Options,
    entry=Entry,
    score=score,
    by_lot=frozenset({"drawn"}),
    turns=True,
    entry_title=entry_title,
    enter_title=enter_title,
    entering_title=entering_title,
)
