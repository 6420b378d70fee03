"""Chimera, by Ralph H. Anderson: a climbing game for three, one Chimera against two hunters.

Edition: Z-Man Games 2014, ABACUSSPIELE 2015 (German), and the Korean one; all score alike.
Variants: a target other than 400; the rulebooks suggest 300, 500 and 750.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import add

from games.chimera.round import Bid, Round, check_round
from games.chimera.standing import final_verdict, needs_texts, running_verdict
from games.contract import (
    DEALS,
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
    rank_totals,
    zero_result,
)
from games.contract import gettext as _
from games.kit.verdicts import round_after_end

TOAD, CAT, BONUS, HUNTERS_WIN = 10, 5, 25, 20
SEATS = (Seat(0), Seat(1), Seat(2))

Points = tuple[int, ...]
Lines = tuple[Line, ...]

ZERO: Points = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: the total that ends the game."""

    target: int = 400

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    results: list[Result] = []
    totals, last = ZERO, 0
    for number, entry in enumerate(entries, start=1):
        result = (
            zero_result(totals, round_after_end(last)) if last else _round_result(entry, totals)
        )
        results.append(result)
        totals = result.totals
        if not last and _is_decided(totals, setup.options.target):
            last = number
    return _scoreboard(setup, tuple(results), totals, decided=last > 0)


def _is_decided(totals: Points, target: int) -> bool:
    """Return whether one player has the target and leads alone; a shared lead plays on."""
    best = max(totals)
    return best >= target and totals.count(best) == 1


def _round_result(entry: Round, totals: Points) -> Result:
    try:
        check_round(entry)
    except Impossible as problem:
        return zero_result(totals, problem)
    lines = tuple([_lines(entry, seat) for seat in SEATS])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def _lines(entry: Round, seat: Seat) -> Lines:
    treasure = _treasure_lines(entry.toads.get(seat, 0), entry.cats.get(seat, 0))
    if seat != entry.chimera:
        return treasure if entry.chimera_won else HUNTERS_LINES + treasure
    bonuses = (entry.traps, entry.chimera_attack, bool(entry.idle_hunters))
    return (
        _won_lines(entry.bid, *bonuses) if entry.chimera_won else _lost_lines(entry.bid, *bonuses)
    ) + treasure


HUNTERS_LINES: Lines = (Line(HUNTERS_WIN, _("hunters’ win (20)")),)


@cache
def _won_lines(bid: Bid, traps: int, attack: bool, idle: bool) -> Lines:
    return (Line(2 * bid, _("2 × %(bid)s", bid=bid)), *_bonus_lines(traps, attack, idle))


@cache
def _lost_lines(bid: Bid, traps: int, attack: bool, idle: bool) -> Lines:
    """Return the lost bid, and a line that explains why it brings no bonuses."""
    unpaid = (UNPAID,) if _bonus_lines(traps, attack, idle) else ()
    return (Line(-bid, _("lost bid (%(bid)s)", bid=bid)), *unpaid)


UNPAID = Line(0, _("no bonuses: a hunter went out first"))


def _bonus_lines(traps: int, attack: bool, idle: bool) -> Lines:
    """Return the bonuses. Anyone may have played traps and attack; two idle hunters pay once."""
    lines = (
        Line(
            BONUS * traps,
            ngettext(
                "%(count)s trap (%(points)s)",
                "%(count)s traps (%(points)s)",
                traps,
                points=BONUS * traps,
            ),
        ),
        Line(BONUS * attack, _("Chimera attack (25)"), "attack"),
        Line(BONUS * idle, _("idle hunter (25)")),
    )
    return tuple(line for line in lines if line.points)


@cache
def _treasure_lines(toads: int, cats: int) -> Lines:
    lines = (
        Line(
            TOAD * toads,
            ngettext(
                "%(count)s toad (%(points)s)",
                "%(count)s toads (%(points)s)",
                toads,
                points=TOAD * toads,
            ),
        ),
        Line(
            CAT * cats,
            ngettext(
                "%(count)s cat (%(points)s)", "%(count)s cats (%(points)s)", cats, points=CAT * cats
            ),
        ),
    )
    return tuple(line for line in lines if line.points)


def _scoreboard(
    setup: Setup[Options], results: tuple[Result, ...], totals: Points, decided: bool
) -> Scoreboard:
    finished, target = decided or setup.ended_early, setup.options.target
    begun = any(result.problem is None for result in results)
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=rank_totals(totals),
        finished=finished,
        winners=leaders(totals) if finished else (),
        verdict=final_verdict(totals, decided)
        if finished
        else running_verdict(totals, target, begun),
        needs=(None, None, None) if finished else needs_texts(totals, target),
    )


game = Game(
    slug="chimera",
    title=gettext_noop("Chimera"),
    credit=gettext_noop("Ralph H. Anderson · Z-Man Games 2014, ABACUSSPIELE 2015"),
    players=range(3, 4),
    options=Options,
    entry=Round,
    score=score,
    target=lambda options: options.target,
    starter=DEALS,
    closed_because=gettext_noop(
        "Chimera is for exactly three players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
)
