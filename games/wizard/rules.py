"""Wizard, by Ken Fisher: say how many tricks you will win; for three to six players.

Edition: Amigo, U.S. Games Systems. Variants: fewer rounds; bids that may not add up to the tricks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.contract import (
    DEALS,
    Counted,
    Figure,
    Figures,
    Game,
    Line,
    Measure,
    Scoreboard,
    Seat,
    Setup,
    Steps,
    Text,
    gettext_noop,
    ngettext,
)
from games.contract import gettext as _
from games.kit.calls import join_seats
from games.kit.figures import counted_entries, share_of
from games.kit.limits import check_options
from games.kit.questions import count_each, number, yes_no
from games.kit.rounds import ByRounds
from games.kit.state import State

CARDS, MET, EACH = 60, 20, 10


@dataclass(frozen=True, slots=True)
class Options:
    """`rounds`: how many are played, if fewer than the deck allows."""

    rounds: int | None = number(
        _("Rounds"), hint=_("blank for all"), least=1, most=20, needed=False, default=None
    )
    forbid_even_bids: bool = yes_no(_("Bids must not add up to the tricks"))

    def __post_init__(self) -> None:
        check_options(self)


def tricks(state: State) -> int:
    return state.number


def forbidden_sum(state: State) -> int | None:
    return state.number if state.options.forbid_even_bids else None


@dataclass(frozen=True, slots=True)
class Round:
    bids: Mapping[Seat, int] = count_each(
        _("Bids"), one=_("bid"), most=tricks, never=forbidden_sum, before=True
    )
    tricks: Mapping[Seat, int] = count_each(_("Tricks"), most=tricks, total=tricks)


def round_count(setup: Setup[Options]) -> int:
    """Return the number of rounds: in each, everyone gets one card more."""
    return min(setup.options.rounds or CARDS, CARDS // setup.seats)


def round_lines(entry: Round, state: State) -> list[tuple[Line, ...]]:
    return [bid_lines(entry.bids[seat], entry.tricks[seat]) for seat in state.seats]


def bid_lines(bid: int, won: int) -> tuple[Line, ...]:
    if bid == won:
        tricks_won = ngettext(
            "%(count)s trick (%(points)s)", "%(count)s tricks (%(points)s)", won, points=EACH * won
        )
        bonus = Line(MET, _("bid met (20)"))
        return (bonus, Line(EACH * won, tricks_won)) if won else (bonus,)
    off = abs(bid - won)
    text = ngettext(
        "%(count)s trick off (bid %(bid)s, won %(won)s)",
        "%(count)s tricks off (bid %(bid)s, won %(won)s)",
        off,
        bid=bid,
        won=won,
    )
    return (Line(-EACH * off, text),)


BIDS, ZERO_BIDS = "bids", "zero_bids"

KINDS = {
    BIDS: Figure(_("Exact bids"), Measure.SHARE),
    ZERO_BIDS: Figure(_("Exact bids of zero"), Measure.SHARE),
}


def count_figures(
    setup: Setup[Options], entries: Sequence[Round], board: Scoreboard
) -> list[tuple[Counted, ...]]:
    rounds = counted_entries(entries, board)
    return [bid_figures(rounds, Seat(seat)) for seat in range(setup.seats)]


def bid_figures(rounds: Sequence[Round], seat: Seat) -> tuple[Counted, ...]:
    bids = [(one.bids[seat], one.tricks[seat]) for one in rounds]
    exact, zero = [bid == won for bid, won in bids], [won == 0 for bid, won in bids if bid == 0]
    return (*share_of(BIDS, exact), *share_of(ZERO_BIDS, zero))


def call(setup: Setup[Options], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    """Return who met their bid, and who missed it by most."""
    entry = entries[-1]
    off = [abs(entry.bids[seat] - entry.tricks[seat]) for seat in map(Seat, range(setup.seats))]
    exact_players = [Seat(seat) for seat, count in enumerate(off) if not count]
    if len(exact_players) == setup.seats:
        return [_("Everyone met their bid.")]
    if not exact_players:
        first = _("Nobody met their bid.")
    elif len(exact_players) == 1:
        first = _("%(player)s met the bid.", player=exact_players[0])
    else:
        first = _("%(players)s met their bids.", players=join_seats(exact_players))
    worst = max(off)
    if off.count(worst) > 1:
        return [first]
    last = ngettext(
        "%(player)s is off by %(count)s trick.",
        "%(player)s is off by %(count)s tricks.",
        worst,
        player=Seat(off.index(worst)),
    )
    return [first, last]


game = Game(
    slug="wizard",
    title=gettext_noop("Wizard"),
    credit=gettext_noop("Ken Fisher · Amigo, U.S. Games Systems"),
    players=range(3, 7),
    options=Options,
    entry=Round,
    score=ByRounds(round_lines, rounds=round_count),
    starter=DEALS,
    steps=Steps(
        before=gettext_noop("Enter bids"),
        after=gettext_noop("Enter tricks"),
        hint=gettext_noop("Nothing entered yet. Enter the bids before you play."),
    ),
    figures=Figures(KINDS, count_figures),
    call=call,
)
