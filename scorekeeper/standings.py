"""How the table stands, as people read it: the best first, and which rounds decided it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.contract import Result
from scorekeeper.table import Round, Table


class Standing(NamedTuple):
    seat: int
    name: str
    rank: int
    total: int
    change: int | None  # what the last round that counts brought; None before the first, and in another's turn
    share: int  # of the way to the target, 0 to 100
    needs: str


def standings(table: Table) -> list[Standing]:
    board = table.board
    counting = [result for result in board.results if not result.problem]
    last = counting[-1] if counting else None
    rows = [
        Standing(
            seat,
            name,
            board.ranks[seat],
            board.totals[seat],
            last.points[seat] if last and had_part(table, last, seat) else None,
            share(board.totals[seat], table.target),
            table.say(needs) if (needs := board.needs[seat]) else "",
        )
        for seat, name in enumerate(table.names)
    ]
    return sorted(rows, key=lambda row: (row.rank, row.seat))


def had_part(table: Table, result: Result, seat: int) -> bool:
    """A round is everybody's, a turn one player's."""
    return not table.game.on_table or bool(result.lines[seat])


def share(total: int, target: int | None) -> int:
    return max(0, min(100, 100 * total // target)) if target else 0


class Moment(NamedTuple):
    """A round worth remembering, and why."""

    round: Round
    what: str
    points: int


def decisive_rounds(table: Table) -> list[Moment]:
    """Where a finished game was decided, in playing order: the most points, the lead for good, the last round.

    Who plays alone decides nothing.
    """
    rounds = [round for round in table.rounds if not round.problem]
    if not rounds or not table.board.winners or len(table.names) == 1:
        return []
    winner = table.board.winners[0]
    best, scorer = most_points(rounds)
    found = [(best, scorer, _("%(name)s: the most at once"))]
    if had_part(table, rounds[-1].result, winner):
        found.append((rounds[-1], winner, _("%(name)s at the end")))
    if len(table.board.winners) == 1:
        found.append((lead_taken(rounds, winner), winner, _("%(name)s takes the lead for good")))
    moments = {
        round.number: Moment(round, what % {"name": table.names[seat]}, round.result.points[seat])
        for round, seat, what in found
    }
    return [moments[number] for number in sorted(moments)]


def most_points(rounds: Sequence[Round]) -> tuple[Round, int]:
    seats = range(len(rounds[0].result.points))
    return max(((round, seat) for round in rounds for seat in seats), key=lambda at: at[0].result.points[at[1]])


def lead_taken(rounds: Sequence[Round], winner: int) -> Round:
    """The round since which nobody was level with the winner or ahead."""
    not_ahead = [round.number for round in rounds if not leads_alone(round.result.totals, winner)]
    return next((round for round in rounds if round.number > max(not_ahead, default=0)), rounds[-1])


def leads_alone(totals: Sequence[int], seat: int) -> bool:
    return all(total < totals[seat] for other, total in enumerate(totals) if other != seat)
