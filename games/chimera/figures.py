"""Each player's figures for statistics: as the Chimera, by bid, and as a hunter.

A round does not say who played the traps and the attack. They belong to the player whom they
brought a bonus: the Chimera, if the Chimera won.
"""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from games.chimera.round import Bid, Round
from games.contract import Counted, Figure, Measure, Scoreboard, Seat, Setup
from games.contract import gettext as _
from games.kit.figures import counted_entries, share_of

BIDS, TRAPS, ATTACKS, OUT_FIRST = "bids", "traps", "attacks", "out_first"

KINDS = {
    BIDS: Figure(_("Bids met"), Measure.SHARE, lambda bid: _("Bids of %(bid)s met", bid=bid)),
    TRAPS: Figure(_("Trap bonuses")),
    ATTACKS: Figure(_("Chimera attack bonuses")),
    OUT_FIRST: Figure(_("Out first as a hunter"), Measure.SHARE),
}


def count_figures(
    setup: Setup[Any], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    rounds = counted_entries(entries, board)
    return [
        [*_chimera_figures(rounds, seat), *_hunter_figures(rounds, seat)]
        for seat in map(Seat, range(setup.seats))
    ]


def _chimera_figures(rounds: Sequence[Round], seat: Seat) -> Iterator[Counted]:
    played = [one for one in rounds if one.chimera == seat]
    for bid in get_args(Bid):
        yield from share_of(BIDS, [one.chimera_won for one in played if one.bid == bid], str(bid))
    if played:
        won = [one for one in played if one.chimera_won]
        yield Counted(TRAPS, sum([one.traps for one in won]))
        yield Counted(ATTACKS, sum([one.chimera_attack for one in won]))


def _hunter_figures(rounds: Sequence[Round], seat: Seat) -> tuple[Counted, ...]:
    return share_of(OUT_FIRST, [one.first_out == seat for one in rounds if one.chimera != seat])
