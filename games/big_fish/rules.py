"""Big Fish, also sold as Fat Fish: catch rows of five fish; for two to six players.

Edition: the Korean one. Variants: with bonus cards; card A as an extra, which
moves in addition to another card.
"""

from collections.abc import Sequence
from operator import add
from typing import Any

from games.big_fish.call import call
from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.figures import KINDS, count_figures
from games.big_fish.paper import paper
from games.big_fish.play import play_entries, state_after
from games.big_fish.standing import final_lines, holdings, running_verdict
from games.contract import (
    Counting,
    Figures,
    Game,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    rank_totals,
)
from games.contract import gettext as _
from games.kit.verdicts import final_verdict

__all__ = ["Catch", "Count", "Entry", "Mistake", "Options", "game", "score", "state_after"]


def score(setup: Setup[Options], entries: Sequence[Entry]) -> Scoreboard:
    results, state = play_entries(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    finished = state.complete or setup.ended_early
    last = final_lines(state) if finished else ()
    if last:
        totals = tuple(map(add, totals, [sum([line.points for line in lines]) for lines in last]))
    best = leaders(totals)
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=rank_totals(totals),
        finished=finished,
        winners=best if finished else (),
        verdict=final_verdict(totals, best, state.complete)
        if finished
        else running_verdict(totals, state),
        needs=(None,) * setup.seats,
        holdings=holdings(state, finished),
        final_lines=last,
    )


def points_state(setup: Setup[Options], entries: Sequence[Entry]) -> dict[str, Any]:
    """Return who has which bonus card and the mistake card, what B and C go by, and what is left to
    catch or to count.
    """
    state = state_after(setup, entries)
    return {
        "type": "count" if state.counts_piles else "catch",
        "owners": state.owners,
        "mistake": state.mistake_holder,
        "uncounted": [piles.player for piles in state.piles if not piles.counted],
        "left": state.catches_left,
        "cards": [piles.plus_cards for piles in state.piles],
        "ones": [piles.ones for piles in state.piles],
    }


def seats_to_count(setup: Setup[Options], entries: Sequence[Entry]) -> list[Seat]:
    """Return whose piles are not counted, unless the table enters each catch."""
    state = state_after(setup, entries)
    return [] if state.catches else [one.player for one in state.piles if not one.counted]


def entry_title(before: Sequence[Entry], entry: Entry | None) -> Text:
    """Return the title of an entry; only catches have numbers."""
    if isinstance(entry, Count):
        return _("%(player)s’s piles", player=entry.player)
    if isinstance(entry, Mistake):
        return _("Mistake card")
    if entry is None and _has_counts(before):
        return _("Piles")
    return _("Catch %(number)s", number=_catch_count(before) + 1)


def enter_title(entries: Sequence[Entry], entry: None = None) -> Text:
    if _has_counts(entries):
        return _("Count the piles")
    return _("Enter catch %(number)s", number=_catch_count(entries) + 1)


def entering_title(entries: Sequence[Entry], entry: None = None) -> Text:
    if _has_counts(entries):
        return _("%(name)s is counting the piles")
    if not _catch_count(entries):  # the table may still choose to count at the end
        return _("%(name)s is making the first entry")
    return _("%(name)s is entering catch %(number)s", number=_catch_count(entries) + 1)


def _catch_count(entries: Sequence[Entry]) -> int:
    return sum([isinstance(entry, Catch) for entry in entries])


def _has_counts(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Count) for entry in entries)


game = Game(
    slug="big_fish",
    title=gettext_noop("Big Fish"),
    credit=gettext_noop("also sold as Fat Fish · scored by the Korean edition"),
    players=range(2, 7),
    options=Options,
    entry=Entry,
    score=score,
    random_options=frozenset({"drawn"}),
    partial_entries=True,
    save_and_next=True,
    entry_title=entry_title,
    enter_title=enter_title,
    entering_title=entering_title,
    figures=Figures(KINDS, count_figures),
    closed_because=gettext_noop(
        "The rows to catch depend on the number of players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
    call=call,
    counting=Counting(seats_to_count),
    paper=paper,
    points_state=points_state,
)
