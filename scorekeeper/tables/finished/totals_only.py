"""Games that were imported with their totals only: another app kept no entries of them.

The setup of such a game has `result`: {"totals": […], "winners": [seat, …]}. Its rules are not
asked for anything. With `ended_early` in its setup it is not counted, and cannot be reopened.
"""

from collections.abc import Sequence
from typing import Any

from games.contract import Scoreboard, Seat, Text, rank_totals
from games.contract import gettext as _
from games.kit.verdicts import win_verdict

ImportedResult = dict[str, Any]


def board_of(result: ImportedResult, lowest_wins: bool, ended_early: bool) -> Scoreboard:
    """Return the board of a finished game with these totals. All winners have rank 1."""
    totals, winners = tuple(result["totals"]), tuple(map(Seat, result["winners"]))
    end = verdict(totals, winners)
    return Scoreboard(
        results=(),
        totals=totals,
        ranks=ranks_of(totals, winners, lowest_wins),
        finished=True,
        winners=winners,
        verdict=_("ended early: %(verdict)s", verdict=end) if ended_early else end,
        needs=(None,) * len(totals),
        left=0,
    )


def ranks_of(totals: Sequence[int], winners: Sequence[Seat], lowest_wins: bool) -> tuple[int, ...]:
    """Rank the winners first, whatever their totals, then the others by theirs."""
    others = [seat for seat in range(len(totals)) if seat not in winners]
    places = rank_totals([totals[seat] for seat in others], lowest_wins)
    ranks = dict(zip(others, places, strict=True))
    return tuple(ranks[seat] + len(winners) if seat in ranks else 1 for seat in range(len(totals)))


def verdict(totals: Sequence[int], winners: Sequence[Seat]) -> Text:
    if not winners:
        return _("nobody won")
    if len({totals[seat] for seat in winners}) == 1:
        return win_verdict(totals, winners)
    return _("%(players)s players win", players=len(winners))
