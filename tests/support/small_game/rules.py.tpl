"""GAME_TITLE: the winner of a round gets its points, and the first with the target wins.

Replace this by the rules of your game. docs/games.md says how we write down what a rulebook says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.contract import (
    Counted,
    Figure,
    Figures,
    Game,
    Impossible,
    Line,
    Measure,
    Result,
    Scoreboard,
    Seat,
    Setup,
    gettext_noop,
    leaders,
    rank_totals,
    zero_result,
)
from games.contract import gettext as _
from games.kit.figures import counted_entries, share_of
from games.kit.verdicts import final_verdict, lead_verdict, round_after_end


@dataclass(frozen=True, slots=True)
class Options:
    target: int = 100

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))


@dataclass(frozen=True, slots=True)
class Round:
    winner: Seat
    points: int


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    results: list[Result] = []
    totals, last = (0,) * setup.seats, 0
    for number, entry in enumerate(entries, start=1):
        problem = round_after_end(last) if last else _problem(entry)
        result = zero_result(totals, problem) if problem else _result(entry, totals)
        results.append(result)
        totals = result.totals
        if not last and max(totals) >= setup.options.target:
            last = number
    return _scoreboard(setup, tuple(results), totals, complete=last > 0)


def _problem(entry: Round) -> Impossible | None:
    if entry.points < 1:
        return Impossible("points", _("The winner of a round gets at least 1 point."))
    return None


def _result(entry: Round, totals: tuple[int, ...]) -> Result:
    won = tuple(entry.points if seat == entry.winner else 0 for seat in range(len(totals)))
    lines = tuple((Line(points, _("won the round")),) if points else () for points in won)
    return Result(won, tuple(map(sum, zip(totals, won, strict=True))), lines)


def _scoreboard(
    setup: Setup[Options], results: tuple[Result, ...], totals: tuple[int, ...], complete: bool
) -> Scoreboard:
    finished, best = complete or setup.ended_early, leaders(totals)
    missing = [setup.options.target - total for total in totals]
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=rank_totals(totals),
        finished=finished,
        winners=best if finished else (),
        verdict=final_verdict(totals, best, complete) if finished else lead_verdict(totals, best),
        needs=tuple(None if finished else _("needs %(count)s more", count=n) for n in missing),
    )


def count_rounds(
    setup: Setup[Options], entries: Sequence[Round], board: Scoreboard
) -> list[tuple[Counted, ...]]:
    rounds = counted_entries(entries, board)
    return [share_of("won", [one.winner == seat for one in rounds]) for seat in range(setup.seats)]


game = Game(
    slug="GAME_SLUG",
    title=gettext_noop("GAME_TITLE"),
    credit=gettext_noop("a traditional game"),
    players=range(2, 7),
    options=Options,
    entry=Round,
    score=score,
    target=lambda options: options.target,
    figures=Figures({"won": Figure(_("Rounds won"), Measure.SHARE)}, count_rounds),
    provisional=False,  # a test needs no script
)
