"""A score pad, for any other game: a round has one number per player, and may leave players out.

Edition: none; the table knows the rules. Variants: the lowest total wins; a target; a number of
rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.contract import (
    DEALS,
    NO_LIMIT,
    Counted,
    Figure,
    Figures,
    Game,
    Impossible,
    Line,
    Measure,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
)
from games.contract import gettext as _
from games.kit.figures import counted_entries
from games.kit.rounds import ByRounds
from games.kit.state import State

NO_EXPLANATION = Text("")
BEST_ROUND = "best_round"


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


def round_lines(entry: Round, state: State) -> list[tuple[Line, ...]]:
    return [
        (Line(entry.points[seat], NO_EXPLANATION),) if seat in entry.points else ()
        for seat in state.seats
    ]


score = ByRounds(
    round_lines,
    rounds=lambda setup: setup.options.rounds,
    target=lambda options: options.target,
    lowest_wins=lambda options: options.lowest_wins,
)


def count_figures(
    setup: Setup[Options], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    best, rounds = min if setup.options.lowest_wins else max, counted_entries(entries, board)
    points = [
        [one.points[seat] for one in rounds if seat in one.points]
        for seat in map(Seat, range(setup.seats))
    ]
    return [[Counted(BEST_ROUND, best(part))] if part else [] for part in points]


game = Game(
    slug="score_pad",
    title=gettext_noop("Score pad"),
    credit=gettext_noop("for any other game"),
    players=range(1, NO_LIMIT),
    options=Options,
    entry=Round,
    score=score,
    target=score.target,
    lowest_wins=score.lowest_wins,
    custom_title=lambda options: options.title,
    partial_entries=True,
    figures=Figures({BEST_ROUND: Figure(_("Best round"), Measure.POINTS)}, count_figures),
    starter=DEALS,
    closed_because="",
)
