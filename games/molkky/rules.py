"""Mölkky: throw at numbered pins, to exactly 50; for two to twenty players, in turn.

Edition: Lahden Paikka, Tactic. Variants: another target, another total to fall back to, and nobody
goes out after three misses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.contract import (
    Figure,
    Game,
    Impossible,
    Line,
    Measure,
    Scoreboard,
    Seat,
    Setup,
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
    back_to: int = number(_("Over the target: back to"), most=998, common=(0, 25), default=25)
    out_after_three: bool = yes_no(_("Out after three misses in a row"), default=True)

    def __post_init__(self) -> None:
        check_options(self)
        if self.back_to >= self.target:
            raise Impossible("back_to", _("This must be less than the target."))


def misses(state: State) -> tuple[int, ...]:
    """Return the misses in a row of each player, where they matter; the memory counts them."""
    matter = state.memory and state.options.out_after_three
    return state.memory if matter else (0,) * len(state.seats)


def players_out(state: State) -> frozenset[Seat]:
    """Return the players who missed three times in a row."""
    return frozenset(Seat(seat) for seat, count in enumerate(misses(state)) if count == MISSES)


def count_misses(entry: "Throw", state: State) -> tuple[int, ...]:
    """Return how often each player has missed since they last hit a pin."""
    counts = list(state.memory or (0,) * len(state.seats))
    counts[entry.player] = 0 if entry.throw else counts[entry.player] + 1
    return tuple(counts)


def next_player(state: State) -> Seat:
    """Return whose turn it is: clockwise, without those who are out."""
    last, out = (state.counted[-1].player if state.counted else -1), players_out(state)
    turns = [Seat((last + step) % len(state.seats)) for step in range(1, len(state.seats) + 1)]
    return next((seat for seat in turns if seat not in out), turns[0])


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
    return state.options.target in state.totals or len(players_out(state)) == len(state.seats) - 1


def ranks(state: State) -> tuple[int, ...]:
    """Rank those who are in before those who are out, each by total."""
    out = players_out(state)
    behind = state.options.target + 1
    return rank_totals([total - behind * (n in out) for n, total in enumerate(state.totals)])


def needs(state: State) -> tuple[Text, ...]:
    turn, counts = next_player(state), misses(state)
    return tuple(
        with_misses(counts[seat], need(seat, state, counts[seat], seat == turn))
        for seat in state.seats
    )


def need(seat: Seat, state: State, miss_count: int, is_next: bool) -> Text:
    left = state.options.target - state.totals[seat]
    if miss_count == MISSES:
        return _("out")
    if is_next and miss_count == MISSES - 1:
        return _("one more miss and %(player)s is out · needs %(count)s", player=seat, count=left)
    if is_next:
        return _("throws next · needs %(count)s", count=left)
    return _("needs %(count)s more", count=left)


def with_misses(miss_count: int, text: Text) -> Text:
    """Put a mark for each miss in a row before the text, unless the player is out."""
    if 0 < miss_count < MISSES:
        return _("%(misses)s · %(need)s", misses="✕" * miss_count, need=text)
    return text


score = ByRounds(
    throw_lines,
    target=target,
    turn=next_player,
    out=players_out,
    is_over=is_over,
    remember=count_misses,
    ranks=ranks,
    needs=needs,
)


def call(setup: Setup[Options], entries: Sequence[Throw], board: Scoreboard) -> list[Text]:
    """Return what the throw did, and what its player still needs."""
    entry, total, options = entries[-1], board.totals[entries[-1].player], setup.options
    values = {"player": entry.player, "points": entry.throw, "total": total}
    if not entry.throw:
        return [miss_call(entry.player, misses(score.state(setup, entries))[entry.player])]
    if board.results[-1].points[entry.player] != entry.throw:
        over = _("%(player)s throws %(points)s, which is too much: back to %(total)s.", **values)
        return [over]
    if total == options.target:
        return [_("%(player)s throws %(points)s.", **values)]
    left = options.target - total
    return [
        _("%(player)s throws %(points)s and has %(total)s; %(left)s to go.", **values, left=left)
    ]


def points_state(setup: Setup[Options], entries: Sequence[Throw]) -> dict[str, Any]:
    """Return how often each player has missed in a row, who threw last, and the texts of needs."""
    state = score.state(setup, entries)
    last = state.counted[-1].player if state.counted else -1
    return {"misses": list(state.memory or (0,) * setup.seats), "last": last, "texts": NEEDS}


NEEDS = {
    "misses": _("%(misses)s · %(need)s", misses="{misses}", need="{}"),
    "out": _("out"),
    "more": _("needs %(count)s more", count="{}"),
    "next": _("throws next · needs %(count)s", count="{}"),
    "last": _(
        "one more miss and %(player)s is out · needs %(count)s", player="{player}", count="{}"
    ),
}
"""As in needs(); the phone puts in the values."""


def miss_call(player: Seat, miss_count: int) -> Text:
    if miss_count == MISSES:
        return _("%(player)s misses a third time and is out.", player=player)
    if miss_count == MISSES - 1:
        return _("%(player)s misses again; one more miss and it is over.", player=player)
    return _("%(player)s misses.", player=player)


game = Game(
    slug="molkky",
    title=gettext_noop("Mölkky"),
    credit=gettext_noop("Lahden Paikka · Tactic"),
    players=range(2, 21),
    options=Options,
    entry=Throw,
    score=score,
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
    call=call,
    entry_subject=lambda throw: _("%(player)s", player=throw.player),
    points_state=points_state,
)
