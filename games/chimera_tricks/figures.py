"""Each player's figures for statistics: Grimoires, Crystals, and the cards that those turned."""

from collections.abc import Sequence
from typing import Any

from games.chimera_tricks.round import Round
from games.contract import Counted, Figure, Scoreboard, Seat, Setup
from games.contract import gettext as _
from games.kit.figures import counted_entries

GRIMOIRES, CRYSTALS, TURNED = "grimoires", "crystals", "turned"

KINDS = {
    GRIMOIRES: Figure(_("Grimoires")),
    CRYSTALS: Figure(_("Crystals")),
    TURNED: Figure(_("Grimoires counted as plus")),
}


def count_figures(
    setup: Setup[Any], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    """Count the cards of all rounds. If one has only points, nobody knows how many there were."""
    rounds = counted_entries(entries, board)
    if not rounds or any(one.grimoires is None for one in rounds):
        return [[] for _seat in range(setup.seats)]
    return [_seat_figures(rounds, Seat(seat)) for seat in range(setup.seats)]


def _seat_figures(rounds: Sequence[Round], seat: Seat) -> list[Counted]:
    return [
        Counted(GRIMOIRES, sum([len(one.grimoires_of(seat)) for one in rounds])),
        Counted(CRYSTALS, sum([one.crystals.get(seat, 0) for one in rounds])),
        Counted(TURNED, sum([_turned(one, seat) for one in rounds])),
    ]


def _turned(entry: Round, seat: Seat) -> int:
    """Return how many Grimoires count as plus; surplus Crystals do nothing."""
    negative = sum([value < 0 for value in entry.grimoires_of(seat)])
    return min(negative, entry.crystals.get(seat, 0))
