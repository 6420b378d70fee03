"""Hearts: avoid the hearts and the queen of spades; for three to six players.

Edition: none, a traditional game. Variants: a target other than 100; the one who shoots the moon
loses 26 points instead of giving 26 to each other player.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.contract import DEALS, Game, Line, Seat, Text, gettext_noop
from games.contract import gettext as _
from games.kit.limits import check_options
from games.kit.questions import choice, count_each, number
from games.kit.rounds import ByRounds
from games.kit.state import State

ALL = 26


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: the total that ends the game. `moon`: what taking all points brings."""

    target: int = number(_("Ends at"), least=1, most=99999, common=(50, 100), default=100)
    moon: Literal["others", "self"] = choice(
        _("Shooting the moon"),
        {"others": _("26 for each other"), "self": _("−26 for the shooter")},
        default="others",
    )

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Round:
    """`taken`: the points in each player's tricks: 13 hearts, and 13 for the queen of spades."""

    taken: Mapping[Seat, int] = count_each(_("Points taken"), most=ALL, total=ALL, needed=False)


def round_lines(entry: Round, state: State) -> list[tuple[Line, ...]]:
    taken = [entry.taken.get(seat, 0) for seat in state.seats]
    if ALL not in taken:
        return [(Line(points, Text("")),) for points in taken]
    shot = _("shot the moon")
    if state.options.moon == "self":
        return [(Line(-ALL, shot, "moon"),) if points else () for points in taken]
    given = Line(ALL, _("%(player)s shot the moon (26)", player=Seat(taken.index(ALL))))
    return [(Line(0, shot, "moon"),) if points else (given,) for points in taken]


def is_over(state: State) -> bool:
    """Return whether someone has the target and one player alone the lowest total."""
    lowest = min(state.totals)
    return max(state.totals) >= state.options.target and state.totals.count(lowest) == 1


def lowest_wins(options: Options) -> bool:
    return True


game = Game(
    slug="hearts",
    title=gettext_noop("Hearts"),
    credit=gettext_noop("a traditional card game"),
    players=range(3, 7),
    options=Options,
    entry=Round,
    score=ByRounds(round_lines, is_over=is_over, lowest_wins=lowest_wins),
    target=lambda options: options.target,
    lowest_wins=lowest_wins,
    starter=DEALS,
)
