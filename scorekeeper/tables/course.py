"""How a finished game went, in a few numbers that later games are compared with."""

from collections.abc import Iterator, Sequence

from games.contract import Result, leaders
from scorekeeper.tables.table import Table

Course = dict[str, int | None]

NO_COURSE: Course = {
    "rounds": None,
    "best_total": None,
    "margin": None,
    "comeback": None,
    "swing": None,
}


def course_of(table: Table) -> Course:
    """The columns of GameSession that say so; None for each while the game goes on.

    A game of one player has no margin, comeback or swing, and neither has one without a winner.
    """
    if not table.board.finished:
        return NO_COURSE
    totals, counted = table.board.totals, [one for one in table.board.results if not one.problem]
    course = {**NO_COURSE, "rounds": len(counted)}
    if not table.winners:
        return course
    best, *others = sorted(totals, reverse=not table.lowest_wins)
    course["best_total"] = best
    if others:
        course["margin"] = abs(best - others[0])
        course["comeback"] = max(
            (behind(one.totals, table) for one in comparable_results(table)), default=0
        )
        course["swing"] = max((max(one.points) - min(one.points) for one in counted), default=0)
    return course


def behind(totals: Sequence[int], table: Table) -> int:
    """By how much the winner who was furthest behind was behind the leader."""
    leader = totals[leaders(totals, table.lowest_wins)[0]]
    return max(abs(leader - totals[seat]) for seat in table.winners)


def comparable_results(table: Table) -> Iterator[Result]:
    """The entries after which totals compare: those that count. Where players take turns, the last
    of each round of turns, because a player who is one turn ahead does not lead yet.
    """
    turns = [0] * len(table.seats)
    for result in table.board.results:
        if result.problem:
            continue
        for seat in seats_of(result):
            turns[seat] += 1
        if not table.game.equal_turns or len(set(turns)) == 1:
            yield result


def seats_of(result: Result) -> list[int]:
    return [seat for seat, lines in enumerate(result.lines) if lines]
