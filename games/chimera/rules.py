"""Chimera, by Ralph H. Anderson: a climbing game for three, one Chimera against two hunters.

Edition: Z-Man Games 2014, ABACUSSPIELE 2015 (German), and the Korean one; all score alike.
Variants: a target other than 400; the rulebooks suggest 300, 500 and 750.
"""

from dataclasses import dataclass
from functools import cache

from games.chimera.call import call
from games.chimera.figures import KINDS, count_figures
from games.chimera.paper import paper
from games.chimera.round import Bid, Round, check_round
from games.contract import (
    DEALS,
    Figures,
    Game,
    Impossible,
    Line,
    Seat,
    Text,
    gettext_noop,
    leaders,
    ngettext,
)
from games.contract import gettext as _
from games.kit.questions import number
from games.kit.rounds import ByRounds
from games.kit.state import State

TOAD, CAT, BONUS, HUNTERS_WIN = 10, 5, 25, 20
SEATS = (Seat(0), Seat(1), Seat(2))
STEP = 5
"""All points are multiples of it, so no lead is smaller."""

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: the total that ends the game."""

    target: int = number(
        _("Target"), least=1, most=99_999, common=(300, 400, 500, 750), default=400
    )

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))


def _is_decided(state: State) -> bool:
    """Return whether one player has the target and leads alone; a shared lead plays on."""
    best = max(state.totals)
    return best >= state.options.target and state.totals.count(best) == 1


def _round_lines(entry: Round, state: State) -> list[Lines]:
    check_round(entry)
    bonuses = (entry.traps, entry.chimera_attack, bool(entry.idle_hunters))
    hunters: Lines = () if entry.chimera_won else HUNTERS_LINES
    lines_of_bid = _won_lines if entry.chimera_won else _lost_lines
    chimera = lines_of_bid(entry.bid, *bonuses)
    return [
        (chimera if seat == entry.chimera else hunters)
        + _treasure_lines(entry.toads.get(seat, 0), entry.cats.get(seat, 0))
        for seat in SEATS
    ]


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


def _final_verdict(state: State, decided: bool) -> Text:
    """Return who won. Unless `decided`, the game was ended early, and leaders share the win."""
    first, *others = leaders(state.totals)
    best = state.totals[first]
    if decided:
        return _("%(player)s wins with %(points)s", player=first, points=best)
    if not others:
        return _("ended early: %(player)s wins with %(points)s", player=first, points=best)
    if len(others) == 1:
        return _(
            "ended early: %(player)s and %(other)s share the win with %(points)s",
            player=first,
            other=others[0],
            points=best,
        )
    return _("ended early: all three share the win with %(points)s", points=best)


def _running_verdict(state: State) -> Text:
    totals, target = state.totals, state.options.target
    best = max(totals)
    if not state.counted:
        return _("no rounds played yet")
    if best >= target:
        return _("tied at %(points)s · play on", points=best)
    if totals.count(best) > 1:
        return _("tied at %(points)s of %(target)s", points=best, target=target)
    return _(
        "%(player)s leads with %(points)s of %(target)s",
        player=leaders(totals)[0],
        points=best,
        target=target,
    )


def _needs_texts(state: State) -> tuple[Text, ...]:
    """Return what each player needs to win: the target, or, if the lead there is shared, more."""
    totals, target = state.totals, state.options.target
    best = max(totals)
    if best >= target:
        return tuple(
            _("needs %(count)s more to lead alone", count=best + STEP - total) for total in totals
        )
    return tuple(_("needs %(count)s more", count=target - total) for total in totals)


score = ByRounds(
    _round_lines,
    target=lambda options: options.target,
    is_over=_is_decided,
    running=_running_verdict,
    final=_final_verdict,
    needs=_needs_texts,
)

game = Game(
    slug="chimera",
    title=gettext_noop("Chimera"),
    credit=gettext_noop("Ralph H. Anderson · Z-Man Games 2014, ABACUSSPIELE 2015"),
    players=range(3, 4),
    options=Options,
    entry=Round,
    score=score,
    target=score.target,
    starter=DEALS,
    figures=Figures(KINDS, count_figures),
    closed_because=gettext_noop(
        "Chimera is for exactly three players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
    call=call,
    paper=paper,
)
