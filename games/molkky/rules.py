"""Mölkky: throw at numbered pins, to exactly 50; for two to twenty players, in turn.

Edition: Lahden Paikka, Tactic. Variants: another target, another total to fall back to, and nobody
goes out after three misses.
"""

from dataclasses import dataclass

from games.contract import (
    Figure,
    Game,
    Impossible,
    Line,
    Measure,
    Seat,
    Text,
    gettext_noop,
    rank_totals,
    title_with_number,
)
from games.contract import gettext as _
from games.kit.figures import turn_figures
from games.kit.limits import check_options
from games.kit.questions import number, player, yes_no
from games.kit.rounds import ByRounds
from games.kit.state import State

MISSES, HIGHEST = 3, 12


@dataclass(frozen=True, slots=True)
class Options:
    """`back_to`: the total of a player who throws more than the `target`."""

    target: int = number(_("Target"), least=1, most=999, common=(40, 50), default=50)
    back_to: int = number(
        _("Back to"), hint=_("after too many"), most=998, common=(0, 25), default=25
    )
    out_after_three: bool = yes_no(_("Out after three misses in a row"), default=True)

    def __post_init__(self) -> None:
        check_options(self)
        if self.back_to >= self.target:
            raise Impossible("back_to", _("This must be less than the target."))


def out(state: State) -> frozenset[Seat]:
    """Return the players who missed three times in a row; the memory counts their misses."""
    misses = state.memory if state.options.out_after_three else None
    return frozenset(seat for seat in state.seats if misses and misses[seat] == MISSES)


def count_misses(entry: "Throw", state: State) -> tuple[int, ...]:
    """Return how often each player has missed since they last hit a pin."""
    misses = list(state.memory or (0,) * len(state.seats))
    misses[entry.player] = 0 if entry.throw else misses[entry.player] + 1
    return tuple(misses)


def next_player(state: State) -> Seat:
    """Return whose turn it is: clockwise, without those who are out."""
    last, gone = (state.counted[-1].player if state.counted else -1), out(state)
    turns = [Seat((last + step) % len(state.seats)) for step in range(1, len(state.seats) + 1)]
    return next((seat for seat in turns if seat not in gone), turns[0])


@dataclass(frozen=True, slots=True)
class Throw:
    """`throw`: the number of the only pin down, or how many are down; 0 for a miss."""

    player: Seat = player(_("Thrower"), turn=next_player)
    throw: int = number(_("Points of the throw"), most=HIGHEST)


def throw_lines(entry: Throw, state: State) -> list[tuple[Line, ...]]:
    total, options, back = state.totals[entry.player], state.options, state.options.back_to
    line = Line(entry.throw, Text("") if entry.throw else _("missed"))
    if total + entry.throw > options.target:
        why = _("more than %(target)s: back to %(back_to)s", target=target(options), back_to=back)
        line = Line(back - total, why)
    return [(line,) if seat == entry.player else () for seat in state.seats]


def target(options: Options) -> int:
    return options.target


def is_over(state: State) -> bool:
    return state.options.target in state.totals or len(out(state)) == len(state.seats) - 1


def ranks(state: State) -> tuple[int, ...]:
    """Rank those who are in before those who are out, each by total."""
    gone = out(state)
    behind = state.options.target + 1
    return rank_totals([total - behind * (n in gone) for n, total in enumerate(state.totals)])


def needs(state: State) -> tuple[Text, ...]:
    gone, turn = out(state), next_player(state)
    left = [state.options.target - total for total in state.totals]
    return tuple(need(left[seat], seat in gone, seat == turn) for seat in state.seats)


def need(left: int, is_out: bool, is_next: bool) -> Text:
    if is_out:
        return _("out")
    if is_next:
        return _("throws next · needs %(count)s", count=left)
    return _("needs %(count)s more", count=left)


game = Game(
    slug="molkky",
    title=gettext_noop("Mölkky"),
    credit=gettext_noop("Lahden Paikka · Tactic"),
    players=range(2, 21),
    options=Options,
    entry=Throw,
    score=ByRounds(
        throw_lines,
        target=target,
        turn=next_player,
        is_over=is_over,
        remember=count_misses,
        ranks=ranks,
        needs=needs,
    ),
    target=target,
    partial_entries=True,
    save_and_next=True,
    entry_title=title_with_number(gettext_noop("Throw %(number)s")),
    enter_title=title_with_number(gettext_noop("Enter throw %(number)s")),
    enter_turn_title=gettext_noop("Enter %(player)s’s throw"),
    entering_title=title_with_number(gettext_noop("%(name)s is entering throw %(number)s")),
    figures=turn_figures(
        misses=(Figure(_("Misses"), Measure.SHARE), lambda throw: throw.throw == 0),
        twelves=(Figure(_("Throws of 12")), lambda throw: throw.throw == HIGHEST),
    ),
    entry_subject=lambda throw: _("%(player)s", player=throw.player),
)
