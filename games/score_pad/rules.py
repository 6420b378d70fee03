"""A score pad, for any other game: a round has one number per player, and may leave players out.

Edition: none; the table knows the rules. Variants: the lowest total wins; a target; a number of
rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add

from games.contract import (
    DEALS,
    NO_LIMIT,
    Game,
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    rank_totals,
    zero_result,
)
from games.contract import gettext as _
from games.kit.standing import needs_texts, running_verdict
from games.kit.verdicts import final_verdict, round_after_end

NO_EXPLANATION = Text("")


@dataclass(frozen=True, slots=True)
class Options:
    """`title`: the name of the game. `target`: the total that ends it, even if the lowest wins.

    `rounds`: the number of rounds. None stands for no target, or no number of rounds.
    """

    title: str = ""
    lowest_wins: bool = False
    target: int | None = None
    rounds: int | None = None

    def __post_init__(self) -> None:
        if self.target is not None and self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))
        if self.rounds is not None and self.rounds < 1:
            raise Impossible("rounds", _("A game needs at least one round."))


@dataclass(frozen=True, slots=True)
class Round:
    """`points` has no key for a player who is not in the round."""

    points: Mapping[Seat, int]


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    results: list[Result] = []
    totals, last = (0,) * setup.seats, 0
    for number, entry in enumerate(entries, start=1):
        result = (
            zero_result(totals, round_after_end(last)) if last else _round_result(entry, totals)
        )
        results.append(result)
        totals = result.totals
        if not last and _is_over(totals, number, setup.options):
            last = number
    return _scoreboard(setup, tuple(results), totals, complete=last > 0)


def _is_over(totals: tuple[int, ...], number: int, options: Options) -> bool:
    """Return whether this was the last of the agreed rounds, or a player has the target."""
    return number == options.rounds or (
        options.target is not None and max(totals) >= options.target
    )


def _round_result(entry: Round, totals: tuple[int, ...]) -> Result:
    points = tuple([entry.points.get(seat, 0) for seat in _seats(len(totals))])
    lines = tuple(
        [
            (Line(n, NO_EXPLANATION),) if seat in entry.points else ()
            for seat, n in enumerate(points)
        ]
    )
    return Result(points, tuple(map(add, totals, points)), lines)


@cache
def _seats(seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(seats)))


def _scoreboard(
    setup: Setup[Options], results: tuple[Result, ...], totals: tuple[int, ...], complete: bool
) -> Scoreboard:
    finished, options = complete or setup.ended_early, setup.options
    left = options.rounds and options.rounds - len(results)
    target = None if options.lowest_wins else options.target
    best, begun = leaders(totals, options.lowest_wins), bool(results)
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=rank_totals(totals, options.lowest_wins),
        finished=finished,
        winners=best if finished else (),
        verdict=final_verdict(totals, best, complete)
        if finished
        else running_verdict(totals, best, target, left, begun),
        needs=(None,) * setup.seats if finished else needs_texts(totals, best, target),
    )


game = Game(
    slug="score_pad",
    title=gettext_noop("Score pad"),
    credit=gettext_noop("for any other game"),
    players=range(1, NO_LIMIT),
    options=Options,
    entry=Round,
    score=score,
    target=lambda options: options.target,
    lowest_wins=lambda options: options.lowest_wins,
    custom_title=lambda options: options.title,
    partial_entries=True,
    starter=DEALS,
    closed_because="",
)
