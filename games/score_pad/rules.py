"""A score pad, for every other game: a round is one number a player, and any player may be left out of it.

Edition: none; the table knows the rules. Variants: the lowest total wins; a target; a number of rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add

from games.contract import (
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
    ranked,
    refused,
)
from games.contract import gettext as _
from games.score_pad.standing import going_on, needs
from games.verdicts import over, over_since

AS_WRITTEN = Text("")


@dataclass(frozen=True, slots=True)
class Options:
    """`title`: what is played. `target`: the total that ends the game, also where the lowest wins. None: none such."""

    title: str = ""
    lowest_wins: bool = False
    target: int | None = None
    rounds: int | None = None

    def __post_init__(self) -> None:
        if self.target is not None and self.target < 1:
            raise Impossible("target", _("The target must be at least 1."))
        if self.rounds is not None and self.rounds < 1:
            raise Impossible("rounds", _("A game has at least one round."))


@dataclass(frozen=True, slots=True)
class Round:
    """`points`: what each got; who is left out of the round is not in it."""

    points: Mapping[Seat, int]


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    """How the game stands after these rounds."""
    results: list[Result] = []
    totals, last = (0,) * setup.seats, 0
    for number, entry in enumerate(entries, start=1):
        result = refused(totals, over_since(last)) if last else _played(entry, totals)
        results.append(result)
        totals = result.totals
        if not last and _over(totals, number, setup.options):
            last = number
    return _scoreboard(setup, tuple(results), totals, complete=last > 0)


def _over(totals: tuple[int, ...], number: int, options: Options) -> bool:
    """Whether this round was the last agreed, or somebody has the target."""
    return number == options.rounds or (options.target is not None and max(totals) >= options.target)


def _played(entry: Round, totals: tuple[int, ...]) -> Result:
    points = tuple([entry.points.get(seat, 0) for seat in _seats(len(totals))])
    lines = tuple([(Line(n, AS_WRITTEN),) if seat in entry.points else () for seat, n in enumerate(points)])
    return Result(points, tuple(map(add, totals, points)), lines)


@cache
def _seats(seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(seats)))


def _scoreboard(
    setup: Setup[Options], results: tuple[Result, ...], totals: tuple[int, ...], complete: bool
) -> Scoreboard:
    finished, options = complete or setup.ended_early, setup.options
    left = options.rounds and options.rounds - len(results)
    goal = None if options.lowest_wins else options.target
    best = leaders(totals, options.lowest_wins)
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=ranked(totals, options.lowest_wins),
        finished=finished,
        winners=best if finished else (),
        verdict=over(totals, best, complete) if finished else going_on(totals, best, goal, left, begun=bool(results)),
        needs=(None,) * setup.seats if finished else needs(totals, best, goal),
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
    name=lambda options: options.title,
    turns=True,
)
