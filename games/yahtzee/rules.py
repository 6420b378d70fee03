"""Yahtzee: five dice, up to three rolls a turn, thirteen boxes; for one or more.

Edition: Hasbro/Milton Bradley, in Korean (letsrolling.com), with forced jokers and the Yahtzee bonus without limit.
Variants: free jokers, which may go anywhere, but are a full house or a straight only once their own box is filled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from games.contract import (
    NO_LIMIT,
    Game,
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    gettext_noop,
    leaders,
    numbered,
    ranked,
    refused,
)
from games.contract import gettext as _
from games.verdicts import over
from games.yahtzee.boxes import Box
from games.yahtzee.card import Card, turns_left
from games.yahtzee.jokers import JokerRule
from games.yahtzee.names import line
from games.yahtzee.offer import Offer
from games.yahtzee.standing import going_on, needs
from games.yahtzee.turn import Turn, judge

Lines = tuple[Line, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """`joker`: where a Yahtzee may go once the Yahtzee box is filled; forced is the rulebook's."""

    joker: JokerRule = "forced"


def score(setup: Setup[Options], entries: Sequence[Turn]) -> Scoreboard:
    """How the game stands after these turns, in whatever order the players were written down."""
    results, held = _played(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    left = turns_left(held)
    finished, begun = setup.ended_early or not left, any(card.filled for card in held)
    best = leaders(totals)
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=ranked(totals),
        finished=finished,
        winners=best if finished else (),
        verdict=over(totals, best, complete=not left) if finished else going_on(totals, left, begun),
        needs=tuple(None if finished else needs(card) for card in held),
    )


def cards(setup: Setup[Options], entries: Sequence[Turn]) -> tuple[Card, ...]:
    """Everybody's card after these turns, in seat order; a turn that cannot stand is on none of them."""
    return _played(setup, entries)[1]


def _played(setup: Setup[Options], entries: Sequence[Turn]) -> tuple[list[Result], tuple[Card, ...]]:
    held = tuple([Card(Seat(seat)) for seat in range(setup.seats)])
    results: list[Result] = []
    totals = (0,) * setup.seats
    for turn in entries:
        result = _turn(turn, held[turn.player], totals, setup.options.joker)
        results.append(result)
        totals = result.totals
    return results, held


def _turn(turn: Turn, card: Card, totals: tuple[int, ...], rule: JokerRule) -> Result:
    """Fills the turn's box in the card, if the turn can stand."""
    try:
        brings = judge(turn, card, rule)
    except Impossible as problem:
        return refused(totals, problem)
    card.fill(turn.box, brings.written, bool(brings.yahtzee_bonus))
    lines = _lines(turn.box, brings, turn.scratch or turn.score == 0)
    seat, seats = turn.player, len(totals)
    return Result(
        points=_only(seat, seats, brings.points, 0),
        totals=(*totals[:seat], totals[seat] + brings.points, *totals[seat + 1 :]),
        lines=_only(seat, seats, lines, ()),
    )


def _only(seat: int, seats: int, thing: T, nothing: T) -> tuple[T, ...]:
    """Something for one seat, and nothing for the others."""
    return (nothing,) * seat + (thing,) + (nothing,) * (seats - seat - 1)


@cache
def _lines(box: Box, brings: Offer, scratched: bool) -> Lines:
    """A box filled with 0 has its line too: that is what the turn came to."""
    said = line(box, brings.written)
    if brings.joker:
        said = _("%(line)s (joker)", line=said)
    elif scratched:
        said = _("%(line)s (scratched)", line=said)
    bonuses = (
        Line(brings.upper_bonus, _("35 upper bonus")),
        Line(brings.yahtzee_bonus, _("100 Yahtzee bonus")),
    )
    return (Line(brings.written, said), *[bonus for bonus in bonuses if bonus.points])


game = Game(
    slug="yahtzee",
    title=gettext_noop("Yahtzee"),
    credit="Edwin S. Lowe 1956 · Milton Bradley, Hasbro",
    players=range(1, NO_LIMIT),
    options=Options,
    entry=Turn,
    score=score,
    turns=True,
    on_table=True,
    entry_title=numbered(gettext_noop("Turn %(number)s")),
    enter_title=numbered(gettext_noop("Enter turn %(number)s")),
    entering_title=numbered(gettext_noop("%(name)s is entering turn %(number)s")),
)
