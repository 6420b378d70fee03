"""Hearts: avoid the hearts and the queen of spades; for three to six players.

Edition: none, a traditional game. Variants: a target other than 100; the one who shoots the moon
loses 26 points instead of giving 26 to each other player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from games.contract import (
    DEALS,
    EVERY_ROUND,
    Counted,
    Figure,
    Figures,
    Game,
    Line,
    Measure,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
)
from games.contract import gettext as _
from games.kit.calls import best_call, join_seats
from games.kit.figures import counted_entries, share_of
from games.kit.limits import check_options
from games.kit.questions import choice, count_each, number
from games.kit.rounds import ByRounds
from games.kit.state import State

ALL, QUEEN = 26, 13


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: the total that ends the game. `moon`: what taking all points brings."""

    target: int = number(_("Ends at"), least=1, most=99999, common=(50, 100), default=100)
    moon: Literal["others", "self"] = choice(
        _("Shooting the moon"),
        {"others": _("+26 for everyone else"), "self": _("−26 for the shooter")},
        default="others",
    )

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Round:
    """`taken`: the points in each player's tricks: 13 hearts, and 13 for the queen of spades."""

    taken: Mapping[Seat, int] = count_each(_("Points taken"), most=ALL, total=ALL, needed=False)


def round_lines(entry: Round, state: State) -> list[tuple[Line, ...]]:
    scores = [entry.taken.get(seat, 0) for seat in state.seats]
    if ALL not in scores:
        return [(Line(points, Text("")),) for points in scores]
    text = _("shot the moon")
    if state.options.moon == "self":
        return [(Line(-ALL, text, "moon"),) if points else () for points in scores]
    penalty = Line(ALL, _("%(player)s shot the moon (26)", player=Seat(scores.index(ALL))))
    return [(Line(0, text, "moon"),) if points else (penalty,) for points in scores]


def is_over(state: State) -> bool:
    """Return whether someone has the target and one player alone the lowest total."""
    lowest = min(state.totals)
    return max(state.totals) >= state.options.target and state.totals.count(lowest) == 1


def lowest_wins(options: Options) -> bool:
    return True


MOONS, NONE_TAKEN, QUEENS = "moons", "none_taken", "queens"

KINDS = {
    MOONS: Figure(_("Moons shot")),
    NONE_TAKEN: Figure(_("Rounds with no points taken"), Measure.SHARE),
    QUEENS: Figure(_("Queens of spades taken"), Measure.SHARE),
}


def count_figures(
    setup: Setup[Options], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    rounds = counted_entries(entries, board)
    return [seat_figures(rounds, Seat(seat)) if rounds else [] for seat in range(setup.seats)]


def seat_figures(rounds: Sequence[Round], seat: Seat) -> list[Counted]:
    scores = [one.taken.get(seat, 0) for one in rounds]
    queens = [owner == seat for owner in map(queen_owner, rounds) if owner is not None]
    return [
        Counted(MOONS, scores.count(ALL)),
        *share_of(NONE_TAKEN, [points == 0 for points in scores]),
        *share_of(QUEENS, queens),
    ]


def queen_owner(entry: Round) -> Seat | None:
    """Return who took the queen of spades; None if two have 13: one of them has all the hearts."""
    owners = [seat for seat, points in entry.taken.items() if points >= QUEEN]
    return owners[0] if len(owners) == 1 else None


def call(setup: Setup[Options], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    """Return who shot the moon, or took the queen of spades, and who took no points."""
    entry = entries[-1]
    scores = [entry.taken.get(Seat(seat), 0) for seat in range(setup.seats)]
    if ALL in scores:
        return [_("%(player)s shot the moon!", player=Seat(scores.index(ALL)))]
    clean = [Seat(seat) for seat, points in enumerate(scores) if not points]
    queen = queen_owner(entry)
    if queen is None:
        texts = [best_call(leaders(scores), max(scores), is_everyone=False, lowest=False)]
    else:
        texts = [_("%(player)s took the queen of spades.", player=queen)]
    if clean:
        texts.append(_("No points for %(players)s.", players=join_seats(clean)))
    return texts


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
    figures=Figures(KINDS, count_figures),
    call=call,
    counting=EVERY_ROUND,
)
