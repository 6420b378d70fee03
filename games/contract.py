"""What a game is: the one page on which the rules and the pages around them agree.

Points are whole numbers. Seats are counted from 0, clockwise, in the order the players sit. Whatever has one item a
seat (points, totals, lines, needs, names) is in that order.

A game is a folder beside this file: `rules.py` holds its `game`, `forms.py` what a phone sends (see pages.py),
`templates/` the forms.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

MILLION = 10**6

NO_LIMIT = 10**9
"""Where a game's `players` end if its rulebook does not say how many: a record may have any number of them."""


class Seat(int):
    """A seat's number. In the values of a Text it stands for the name of whoever sits there."""

    __slots__ = ()


class Text(NamedTuple):
    """A sentence for people: an English message with %(name)s places, and what belongs there. The shell translates it.

    A value may be a Seat (shown as a name) or a Text; a number below zero gets a real minus sign. With `plural`, the
    value called "count" decides which is said.
    """

    message: str
    values: Mapping[str, object] = {}
    plural: str | None = None

    def say(self, names: Sequence[str], gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """The sentence in the language of `gettext`, with `names` (in seat order) for the seats."""
        count = int(str(self.values["count"])) if self.plural else 0
        message = ngettext(self.message, self.plural, count) if self.plural else gettext(self.message)
        return message % {key: _said(value, names, gettext, ngettext) for key, value in self.values.items()}


def _said(
    value: object, names: Sequence[str], gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
) -> object:
    if isinstance(value, Text):
        return value.say(names, gettext, ngettext)
    if isinstance(value, Seat):
        return names[value]
    return readable(value) if isinstance(value, int) else value


def readable(number: int) -> str:
    """A number with a real minus sign; a million and more in groups, which no line is broken at."""
    return written(number) if abs(number) < MILLION else f"{number:,}".replace(",", "\u202f").replace("-", "−")


def written(number: int) -> str:
    """A number with a real minus sign, as it is typed."""
    return str(number).replace("-", "−")


def gettext(message: str, **values: object) -> Text:
    """Marks a text for the message catalogues: import it as `_`."""
    return Text(message, values)


def ngettext(singular: str, plural: str, count: int, **values: object) -> Text:
    """Marks a text that depends on a number; %(count)s is that number."""
    return Text(singular, {"count": count, **values}, plural)


def gettext_noop(message: str) -> str:
    """Marks a message that is only translated where it is shown."""
    return message


class Impossible(ValueError):
    """What cannot have happened at a real table: the field of the entry it shows in, and why, for a player to read."""

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


class GameOver(Impossible):
    """An entry after the end of the game. A table may keep it: it counts once a correction lets the game go on."""


class Disagreement(Impossible):
    """An entry that does not go with an earlier one, the `other`th (from 0); either may be wrong. A table may keep it,
    to correct the earlier one: it counts once they agree.
    """

    def __init__(self, field: str, message: Text, other: int) -> None:
        super().__init__(field, message)
        self.other = other


class Line(NamedTuple):
    """One part of somebody's points, and how it comes to that: "2 × 20", "25 trap". The sign is that of `points`.

    The text is Text("") where the points were written down as they are, and there is no more to say of them.
    """

    points: int
    text: Text


class Result(NamedTuple):
    """What one entry did. Each tuple is in seat order; `totals` are those after it.

    With a `problem` the entry counts nothing: its points are 0 and it has no lines.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[tuple[Line, ...], ...]
    problem: Impossible | None = None


def refused(totals: tuple[int, ...], problem: Impossible) -> Result:
    """What an entry did that cannot stand: nothing. The totals are as they were."""
    return Result((0,) * len(totals), totals, ((),) * len(totals), problem)


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """How a game stands: a Result an entry, in playing order, and what they come to, in seat order.

    `ranks`: 1 for the best; equal totals share a rank and the next is skipped. `winners`: seats, empty while the game
    goes on. `verdict`: why the game is over, or not yet. `needs`: what each still needs, None where that says nothing.
    `holds`: what lies before each, worth knowing while the game goes on. `closing`: the points that exist only at the
    end of the game, which no entry brought: they are in the totals, not in those of the last Result. Both may be left
    empty altogether.
    """

    results: tuple[Result, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    finished: bool
    winners: tuple[Seat, ...]
    verdict: Text
    needs: tuple[Text | None, ...]
    holds: tuple[tuple[Text, ...], ...] = ()
    closing: tuple[tuple[Line, ...], ...] = ()

    @property
    def problem(self) -> tuple[int, Impossible] | None:
        """The first entry that cannot stand, counted from 0, and why."""
        return next(((i, r.problem) for i, r in enumerate(self.results) if r.problem), None)


def ranked(totals: Sequence[int], lowest_wins: bool = False) -> tuple[int, ...]:
    """Ranks for totals of which the highest (or lowest) is best: (90, 25, 90) gives (1, 3, 1)."""
    best_first = sorted(totals, reverse=not lowest_wins)
    return tuple(best_first.index(total) + 1 for total in totals)


def leaders(totals: Sequence[int], lowest_wins: bool = False) -> tuple[Seat, ...]:
    """The seats that share the best total."""
    best = min(totals) if lowest_wins else max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)


Options = TypeVar("Options")
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Setup(Generic[Options]):
    """What is settled before anything is entered: how many sit there, by which options; and if they stopped early."""

    seats: int
    options: Options
    ended_early: bool = False


EntryTitle = Callable[[Sequence[Any], Any], Text]


def numbered(message: str) -> EntryTitle:
    """Titles that count the entries: numbered("Turn %(number)s")."""
    return lambda before, entry: Text(message, {"number": len(before) + 1})


ROUND = numbered(gettext_noop("Round %(number)s"))
ENTER_ROUND = numbered(gettext_noop("Enter round %(number)s"))
ENTERING_ROUND = numbered(gettext_noop("%(name)s is entering round %(number)s"))


@dataclass(frozen=True, slots=True)
class Game(Generic[Options, Entry]):
    """A game, as its folder describes it.

    `options` and `entry` are frozen dataclasses; their annotations (int, bool, str, Literal, Seat, tuple[Seat, ...],
    Mapping[Seat, int]) say what a record may hold, and a field with a default may be left out. Options that no table
    can agree on raise Impossible from __post_init__. Where there are several kinds of entries, `entry` is their union,
    and each has a `type: ClassVar[str]` that tells it apart in a record.

    `title` and `credit` are messages, translated where they are shown; the credit says who made and published it.

    `score` never raises for what a table may have entered: an entry that cannot stand keeps its Result, with the
    problem, and counts nothing. `target` is the total the game is played to, drawn in the chart; None if there is none.
    `lowest_wins`: whether the lowest total is the best. `name`: what a game by these options is called in place of the
    title ("" for nothing else); it can be played again under that name. `by_lot`: the options that are drawn anew for
    each game, unless the table picks.

    `turns`: an entry need not be everybody's, as one player's turn: whoever has no lines in it had no part in it, which
    is not the same as 0. `on_table`: the form for the next one lies open on the table page, as a score card does.
    `entry_title` says what an entry is called, from those before it and itself; `enter_title` what entering the next
    one is called, from all that there are (and None); `entering_title` says that %(name)s is doing that.
    """

    slug: str
    title: str
    credit: str
    players: range
    options: type[Options]
    entry: Any
    score: Callable[[Setup[Options], Sequence[Entry]], Scoreboard]
    target: Callable[[Options], int | None] = lambda options: None
    lowest_wins: Callable[[Options], bool] = lambda options: False
    name: Callable[[Options], str] | None = None
    by_lot: frozenset[str] = frozenset()
    turns: bool = False
    on_table: bool = False
    entry_title: EntryTitle = ROUND
    enter_title: EntryTitle = ENTER_ROUND
    entering_title: EntryTitle = ENTERING_ROUND


AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """What lies on the table when an entry's form is opened: who sits there (in seat order), by which options they
    play, and the entries before it, in playing order; `link(n)` is the address that says how the nth came about.

    A forgotten entry that is put in front of others sees those, too: `place` is how many come before it.
    """

    names: Sequence[str]
    setup: Setup[Any]
    entries: Sequence[Any]
    link: Callable[[int], str] = str
    place: int | None = None


Fact = tuple[str, str]
"""What was entered or agreed, for people: a label, or "", and what is said under it."""
