"""Chimera, by Ralph H. Anderson: a climbing game for three, one Chimera against two hunters.

Edition: Z-Man Games 2014, ABACUSSPIELE 2015 (German), and the Korean one; all score alike.
Variants: a target other than 400; the rulebooks suggest 300, 500 and 750.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args

from games.contract import (
    DEALS,
    Counted,
    Figure,
    Figures,
    Game,
    Impossible,
    Line,
    Measure,
    Paper,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    ngettext,
    numbered_rows,
)
from games.contract import gettext as _
from games.kit.figures import counted_entries, share_of
from games.kit.questions import number
from games.kit.rounds import ByRounds
from games.kit.state import State

Bid = Literal[20, 30, 40]

CARDS_PER_RANK = 4
"""The cards of each rank, toads (2) and cats (11) included; and the cards in a trap."""

RANKS = 13
"""1 to 12 and the Heroes. Pi Ya and the Chimera card have no rank."""

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


@dataclass(frozen=True, slots=True)
class Round:
    """`traps`: bare fours of a kind, played by anyone, even if they were beaten.

    `idle_hunters`: hunters who played no card. `toads`, `cats`: how many lie in each player's
    tricks; cards left in hand do not count.
    """

    chimera: Seat
    bid: Bid
    first_out: Seat
    traps: int = 0
    chimera_attack: bool = False
    idle_hunters: tuple[Seat, ...] = ()
    toads: Mapping[Seat, int] = field(default_factory=dict)
    cats: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def chimera_won(self) -> bool:
        return self.first_out == self.chimera


def check_round(entry: Round) -> None:
    """Raise Impossible unless the round can have happened."""
    _check_players(entry)
    _check_toads(entry)
    _check_cats(entry)
    _check_traps(entry)


def _check_players(entry: Round) -> None:
    if entry.chimera in entry.idle_hunters:
        reason = _(
            "%(player)s was the Chimera and led the first trick, so cannot be idle.",
            player=entry.chimera,
        )
        raise Impossible("idle_hunters", reason)
    if len(entry.idle_hunters) == 2 and not entry.chimera_won:
        raise Impossible(
            "first_out", _("Both hunters were idle, so neither can have gone out first.")
        )
    if entry.first_out in entry.idle_hunters:
        reason = _("%(player)s went out first, so cannot be idle.", player=entry.first_out)
        raise Impossible("idle_hunters", reason)


def _check_toads(entry: Round) -> None:
    if min(entry.toads.values(), default=0) < 0:
        raise Impossible("toads", _("The number of toads cannot be below 0."))
    if (count := sum(entry.toads.values())) > CARDS_PER_RANK:
        raise Impossible(
            "toads", _("There are only 4 toads in the deck, not %(toads)s.", toads=count)
        )
    for hunter in entry.idle_hunters:
        if entry.toads.get(hunter):
            raise Impossible(
                "toads", _("%(player)s was idle, so cannot have won toads.", player=hunter)
            )


def _check_cats(entry: Round) -> None:
    if min(entry.cats.values(), default=0) < 0:
        raise Impossible("cats", _("The number of cats cannot be below 0."))
    if (count := sum(entry.cats.values())) > CARDS_PER_RANK:
        raise Impossible("cats", _("There are only 4 cats in the deck, not %(cats)s.", cats=count))
    for hunter in entry.idle_hunters:
        if entry.cats.get(hunter):
            raise Impossible(
                "cats", _("%(player)s was idle, so cannot have won cats.", player=hunter)
            )


def _check_traps(entry: Round) -> None:
    if entry.traps < 0:
        raise Impossible("traps", _("The number of traps cannot be below 0."))
    if entry.traps > (most := _max_traps(entry)):
        raise Impossible("traps", _too_many_traps_text(entry, most))
    if entry.traps >= RANKS - 1:
        _check_treasure_in_traps(entry)


def _check_treasure_in_traps(entry: Round) -> None:
    """Check that the toads and cats in traps were won: every trap ends up in a player's tricks."""
    ranks_won = [sum(entry.toads.values()), sum(entry.cats.values())].count(CARDS_PER_RANK)
    if entry.traps == RANKS and ranks_won < 2:
        raise Impossible(
            "traps", _("13 traps use every rank, so all 4 toads and all 4 cats must have been won.")
        )
    if ranks_won < 1:
        raise Impossible(
            "traps",
            _("12 traps use all ranks but one, so all 4 toads or all 4 cats must have been won."),
        )


def _max_traps(entry: Round) -> int:
    """Return how many fours of a kind fit in the cards played.

    The Chimera has 20 cards, a hunter 17. A player who did not go out kept at least one: 19 and 16
    cards hold 4 fours each. A Chimera who went out played all 20, which hold 5. The attack (Chimera
    and Pi Ya together) leaves room for one four fewer in 20 cards, and in 16 or 17, but not in 19.
    """
    hunters = CARDS_PER_RANK * (2 - len(entry.idle_hunters))
    return hunters + (5 - entry.chimera_attack if entry.chimera_won else 4)


def _too_many_traps_text(entry: Round, most: int) -> Text:
    if not entry.idle_hunters:
        return _("Three players can have played at most %(most)s traps.", most=most)
    if len(entry.idle_hunters) == 2:
        return _("Only the Chimera played, so there can be at most %(most)s traps.", most=most)
    idle = entry.idle_hunters[0]
    return _("%(player)s was idle, so there can be at most %(most)s traps.", most=most, player=idle)


def _is_decided(state: State) -> bool:
    """Return whether one player has the target and leads alone; a shared lead plays on."""
    best = max(state.totals)
    return best >= state.setup.options.target and state.totals.count(best) == 1


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
    explanation = (UNPAID,) if traps or attack or idle else ()
    return (Line(-bid, _("lost bid (%(bid)s)", bid=bid)), *explanation)


UNPAID = Line(0, _("no bonuses: a hunter went out first"))
ATTACK = Line(BONUS, _("Chimera attack (25)"), "attack")
IDLE = Line(BONUS, _("idle hunter (25)"))


def _bonus_lines(traps: int, attack: bool, idle: bool) -> Iterator[Line]:
    """Yield the bonuses. Anyone may have played traps and attack; two idle hunters pay once."""
    if traps:
        points = BONUS * traps
        text = ngettext(
            "%(count)s trap (%(points)s)", "%(count)s traps (%(points)s)", traps, points=points
        )
        yield Line(points, text)
    if attack:
        yield ATTACK
    if idle:
        yield IDLE


@cache
def _treasure_lines(toads: int, cats: int) -> Lines:
    lines = []
    if toads:
        points = TOAD * toads
        text = ngettext(
            "%(count)s toad (%(points)s)", "%(count)s toads (%(points)s)", toads, points=points
        )
        lines.append(Line(points, text))
    if cats:
        points = CAT * cats
        text = ngettext(
            "%(count)s cat (%(points)s)", "%(count)s cats (%(points)s)", cats, points=points
        )
        lines.append(Line(points, text))
    return tuple(lines)


def _final_verdict(state: State, is_decided: bool) -> Text:
    """Return who won. Unless `is_decided`, the game was ended early, and leaders share the win."""
    first, *others = leaders(state.totals)
    best = state.totals[first]
    if is_decided:
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
    totals, target = state.totals, state.setup.options.target
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
    totals, target = state.totals, state.setup.options.target
    best = max(totals)
    if best >= target:
        return tuple(
            _("needs %(count)s more to lead alone", count=best + STEP - total) for total in totals
        )
    return tuple(_("needs %(count)s more", count=target - total) for total in totals)


BIDS, TRAPS, ATTACKS, OUT_FIRST = "bids", "traps", "attacks", "out_first"

KINDS = {
    BIDS: Figure(_("Bids met"), Measure.SHARE, lambda bid: _("Bids of %(bid)s met", bid=bid)),
    TRAPS: Figure(_("Trap bonuses")),
    ATTACKS: Figure(_("Chimera attack bonuses")),
    OUT_FIRST: Figure(_("Out first as a hunter"), Measure.SHARE),
}


def _count_figures(
    setup: Setup[Any], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    """Count each player's figures for statistics: as the Chimera, by bid, and as a hunter.

    A round does not say who played the traps and the attack. They belong to the player whom they
    brought a bonus: the Chimera, if the Chimera won.
    """
    rounds = counted_entries(entries, board)
    return [
        [
            *_chimera_figures(rounds, seat),
            *share_of(OUT_FIRST, [one.first_out == seat for one in rounds if one.chimera != seat]),
        ]
        for seat in map(Seat, range(setup.seats))
    ]


def _chimera_figures(rounds: Sequence[Round], seat: Seat) -> Iterator[Counted]:
    own_rounds = [one for one in rounds if one.chimera == seat]
    for bid in get_args(Bid):
        yield from share_of(
            BIDS, [one.chimera_won for one in own_rounds if one.bid == bid], str(bid)
        )
    if own_rounds:
        won = [one for one in own_rounds if one.chimera_won]
        yield Counted(TRAPS, sum([one.traps for one in won]))
        yield Counted(ATTACKS, sum([one.chimera_attack for one in won]))


def _call(setup: Setup[Any], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    """Return the caller’s sentences about a round."""
    entry = entries[-1]
    values = {"player": entry.chimera, "bid": entry.bid}
    if not entry.chimera_won:
        return [_("As the Chimera, %(player)s bid %(bid)s and lost.", **values)]
    won = _("As the Chimera, %(player)s bid %(bid)s and won.", **values)
    points = _("That’s worth %(points)s.", points=board.results[-1].points[entry.chimera])
    return [won, points]


ROWS = 15  # most games to 400 end sooner


def _paper(setup: Setup[Any]) -> Paper:
    """A round on paper: who was the Chimera and what happened, then each player's points."""
    asides = (
        *(_("Chimera"), _("Bid"), _("First out")),
        *(_("Traps"), _("Attack"), _("Idle hunters")),
    )
    return Paper(numbered_rows(ROWS), (_("Toads"), _("Cats"), _("Total")), asides)


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
    figures=Figures(KINDS, _count_figures),
    closed_because=gettext_noop(
        "Chimera is for exactly three players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
    call=_call,
    paper=_paper,
)
