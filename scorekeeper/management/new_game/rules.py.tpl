"""GAME_TITLE: the winner of a round gets its points, and the first with the target wins.

Replace this by the rules of your game: docs/adding-a-game.md says how.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.contract import (
    Counted,
    Figure,
    Figures,
    Game,
    Line,
    Measure,
    Scoreboard,
    Seat,
    Setup,
    gettext_noop,
)
from games.contract import gettext as _
from games.kit.figures import counted_entries, share_of
from games.kit.limits import check_options
from games.kit.questions import number, player
from games.kit.rounds import ByRounds
from games.kit.state import State


@dataclass(frozen=True, slots=True)
class Options:
    target: int = number(_("Target"), least=1, most=9999, common=(100, 200), default=100)

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Round:
    winner: Seat = player(_("Who won the round?"))
    points: int = number(_("Points"), least=1)


def round_lines(entry: Round, state: State) -> list[tuple[Line, ...]]:
    won = Line(entry.points, _("won the round"))
    return [(won,) if seat == entry.winner else () for seat in state.seats]


def count_rounds(
    setup: Setup[Options], entries: Sequence[Round], board: Scoreboard
) -> list[tuple[Counted, ...]]:
    rounds = counted_entries(entries, board)
    return [share_of("won", [one.winner == seat for one in rounds]) for seat in range(setup.seats)]


game = Game(
    slug="GAME_SLUG",
    title=gettext_noop("GAME_TITLE"),
    credit=gettext_noop("AUTHOR; PUBLISHER"),
    players=range(2, 7),
    options=Options,
    entry=Round,
    score=ByRounds(round_lines, target=lambda options: options.target),
    target=lambda options: options.target,
    figures=Figures({"won": Figure(_("Rounds won"), Measure.SHARE)}, count_rounds),
)
