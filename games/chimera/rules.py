"""Chimera, by Ralph H. Anderson: a climbing game of one Chimera against two hunters, for three.

Edition: Z-Man Games 2014, in German by ABACUSSPIELE 2015, and in Korean. They agree on everything that is scored.
Variants: another target than 400; the rulebooks suggest 300, 500 and 750.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import add

from games.chimera.round import Bid, Round, check
from games.chimera.standing import going_on, needs, over
from games.contract import (
    Game,
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    gettext_noop,
    leaders,
    ngettext,
    ranked,
    refused,
)
from games.contract import gettext as _
from games.verdicts import over_since

TOAD, CAT, BONUS, HUNTERS_WIN = 10, 5, 25, 20
SEATS = (Seat(0), Seat(1), Seat(2))

Points = tuple[int, ...]
Lines = tuple[Line, ...]

NOTHING: Points = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: the total that ends the game."""

    target: int = 400

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    """How the game stands after these rounds."""
    results: list[Result] = []
    totals, last = NOTHING, 0
    for number, entry in enumerate(entries, start=1):
        result = refused(totals, over_since(last)) if last else _played(entry, totals)
        results.append(result)
        totals = result.totals
        if not last and _decided(totals, setup.options.target):
            last = number
    return _scoreboard(setup, tuple(results), totals, decided=last > 0)


def _decided(totals: Points, target: int) -> bool:
    """Whether somebody has the target and leads alone; a shared lead plays on, and the third may overtake both."""
    best = max(totals)
    return best >= target and totals.count(best) == 1


def _played(entry: Round, totals: Points) -> Result:
    try:
        check(entry)
    except Impossible as problem:
        return refused(totals, problem)
    lines = tuple([_lines(entry, seat) for seat in SEATS])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def _lines(entry: Round, seat: Seat) -> Lines:
    treasure = _treasure(entry.toads.get(seat, 0), entry.cats.get(seat, 0))
    if seat != entry.chimera:
        return treasure if entry.chimera_won else HUNTERS + treasure
    bonuses = (entry.traps, entry.chimera_attack, bool(entry.idle_hunters))
    return (_won(entry.bid, *bonuses) if entry.chimera_won else _lost(entry.bid, *bonuses)) + treasure


HUNTERS: Lines = (Line(HUNTERS_WIN, _("20 hunters’ win")),)


@cache
def _won(bid: Bid, traps: int, attack: bool, idle: bool) -> Lines:
    return (Line(2 * bid, _("2 × %(bid)s", bid=bid)), *_bonuses(traps, attack, idle))


@cache
def _lost(bid: Bid, traps: int, attack: bool, idle: bool) -> Lines:
    """The bonuses pay nothing when a hunter went out first, but stay in sight: somebody would look for them."""
    unpaid = (UNPAID,) if _bonuses(traps, attack, idle) else ()
    return (Line(-bid, _("%(bid)s lost bid", bid=bid)), *unpaid)


UNPAID = Line(0, _("bonuses pay nothing: a hunter went out first"))


def _bonuses(traps: int, attack: bool, idle: bool) -> Lines:
    """Each trap pays, and so does the attack, whoever played them; idle hunters pay once, be it one or both."""
    lines = (
        Line(BONUS * traps, ngettext("25 trap", "%(count)s × 25 traps", traps)),
        Line(BONUS * attack, _("25 Chimera attack")),
        Line(BONUS * idle, _("25 idle hunter")),
    )
    return tuple(line for line in lines if line.points)


@cache
def _treasure(toads: int, cats: int) -> Lines:
    lines = (
        Line(TOAD * toads, ngettext("10 toad", "%(count)s × 10 toads", toads)),
        Line(CAT * cats, ngettext("5 cat", "%(count)s × 5 cats", cats)),
    )
    return tuple(line for line in lines if line.points)


def _scoreboard(setup: Setup[Options], results: tuple[Result, ...], totals: Points, decided: bool) -> Scoreboard:
    finished, target = decided or setup.ended_early, setup.options.target
    begun = any(result.problem is None for result in results)
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=ranked(totals),
        finished=finished,
        winners=leaders(totals) if finished else (),
        verdict=over(totals, decided) if finished else going_on(totals, target, begun),
        needs=(None, None, None) if finished else needs(totals, target),
    )


game = Game(
    slug="chimera",
    title=gettext_noop("Chimera"),
    credit="Ralph H. Anderson · Z-Man Games 2014, ABACUSSPIELE 2015",
    players=range(3, 4),
    options=Options,
    entry=Round,
    score=score,
    target=lambda options: options.target,
)
