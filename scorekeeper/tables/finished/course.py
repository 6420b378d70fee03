"""How a finished game went, in a few numbers that later games are compared with."""

from scorekeeper.tables.rounds import Comparable, comparable_results
from scorekeeper.tables.table import Table

Course = dict[str, int | None]

NO_COURSE: Course = dict.fromkeys(("rounds", "best_total", "margin", "comeback", "swing"))


def course_of(table: Table) -> Course:
    """The columns of GameSession that say how a finished game went.

    A game of one player has no margin, comeback or swing, and neither has one without a winner.
    A game that was imported with its totals only has no rounds, comeback or swing.
    Where ranks do not follow totals, because a player went out or a team won, there is no margin.
    The best total is then that of a winner, too.
    """
    totals, results = table.board.totals, [one for one in table.board.results if not one.problem]
    course = {**NO_COURSE, "rounds": None if table.imported_result else len(results)}
    if not table.winners:
        return course
    winner_totals = [totals[seat] for seat in table.winners]
    course["best_total"] = min(winner_totals) if table.lowest_wins else max(winner_totals)
    if len(totals) > 1 and len(set(winner_totals)) == 1 and have_ranks_of_totals(table):
        best, second, *_others = sorted(totals, reverse=not table.lowest_wins)
        course["margin"] = abs(best - second)
    if len(totals) > 1 and not table.imported_result:
        course["comeback"] = max(
            (deficit(one, table) for one in comparable_results(table)), default=0
        )
        course["swing"] = max((max(one.points) - min(one.points) for one in results), default=0)
    return course


def deficit(at: Comparable, table: Table) -> int:
    """Return how far behind the leader the last of the winners was."""
    totals = at.result.totals
    leader = totals[at.leaders(table.lowest_wins)[0]]
    return max(abs(leader - totals[seat]) for seat in table.winners)


def have_ranks_of_totals(table: Table) -> bool:
    """Return whether nobody is ranked below a worse total, as a player who went out may be."""
    sign = 1 if table.lowest_wins else -1
    places = zip(table.board.ranks, table.board.totals, strict=True)
    totals = [total for _rank, total in sorted((rank, sign * total) for rank, total in places)]
    return totals == sorted(totals)
