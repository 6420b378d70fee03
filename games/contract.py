"""The contract between the rules of a game and the pages around them.

A game is a folder beside this file: `rules.py` holds its `game`, `forms.py` the forms that a phone
sends (see forms_contract.py), and `templates/` their HTML.

Points are whole numbers. Seats are counted from 0, clockwise. Every sequence with one item per seat
(points, totals, lines, needs, names) is in seat order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

MILLION = 10**6

NO_LIMIT = 10**9
"""The end of a game's `players` if its rulebook sets no maximum."""


class Seat(int):
    """The number of a seat. Among the values of a Text it stands for the player's name."""

    __slots__ = ()


class Text(NamedTuple):
    """A message for people, in English, with the values for its %(name)s placeholders.

    The shell translates it. A value may be a Seat (shown as the player's name), a number (shown
    with a real minus sign) or another Text. With `plural`, the value "count" selects the form.
    """

    message: str
    values: Mapping[str, object] = {}
    plural: str | None = None

    def render(
        self,
        names: Sequence[str],
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
    ) -> str:
        """Return the text in the language of `gettext`, with `names` (in seat order) for seats."""
        count = int(str(self.values["count"])) if self.plural else 0
        message = (
            ngettext(self.message, self.plural, count) if self.plural else gettext(self.message)
        )
        return message % {
            key: _render_value(value, names, gettext, ngettext)
            for key, value in self.values.items()
        }


def _render_value(
    value: object,
    names: Sequence[str],
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
) -> object:
    if isinstance(value, Text):
        return value.render(names, gettext, ngettext)
    if isinstance(value, Seat):
        return names[value]
    return format_number(value) if isinstance(value, int) else value


def format_number(number: int) -> str:
    """Format with a real minus sign; from a million on, group digits with no-break spaces."""
    if abs(number) < MILLION:
        return format_ungrouped(number)
    return f"{number:,}".replace(",", "\u202f").replace("-", "−")


def format_ungrouped(number: int) -> str:
    """Format with a real minus sign, so that an input field can read the number back."""
    return str(number).replace("-", "−")


def gettext(message: str, **values: object) -> Text:
    """Make a Text that makemessages finds. Import it as `_`."""
    return Text(message, values)


def ngettext(singular: str, plural: str, count: int, **values: object) -> Text:
    """Make a Text with a plural form that makemessages finds; %(count)s is the number."""
    return Text(singular, {"count": count, **values}, plural)


def gettext_noop(message: str) -> str:
    """Mark a message for makemessages; the page that shows it translates it."""
    return message


class Impossible(ValueError):
    """An entry, or options, that cannot occur in a real game.

    `field` is the field of the entry at fault, `message` the reason, for a player to read.
    """

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


class GameOver(Impossible):
    """An entry after the end of the game.

    The table may keep it: it counts if a correction lets the game go on.
    """


class Disagreement(Impossible):
    """An entry that contradicts an earlier one, number `other` (from 0); either may be wrong.

    The table may keep it and correct the earlier one: it counts once the two agree.
    """

    def __init__(self, field: str, message: Text, other: int) -> None:
        super().__init__(field, message)
        self.other = other


class Line(NamedTuple):
    """One item of a player's points, and its explanation: "2 × 20", "1 trap (25)".

    The sign is that of `points`. The text is Text("") where a player entered the points themselves,
    so that there is nothing to explain. `highlight` names a special moment, such as "yahtzee": the
    page celebrates it once, and the style sheet of the game may have a movement for it.
    """

    points: int
    text: Text
    highlight: str = ""


class Result(NamedTuple):
    """What one entry did. Every tuple is in seat order; `totals` are those after the entry.

    With a `problem` the entry does not count: its points are 0 and it has no lines.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[tuple[Line, ...], ...]
    problem: Impossible | None = None


def zero_result(totals: tuple[int, ...], problem: Impossible) -> Result:
    """Return the result of an entry that does not count: the totals stay the same."""
    return Result((0,) * len(totals), totals, ((),) * len(totals), problem)


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The state of a game: one Result per entry, in playing order, and the totals in seat order.

    - `ranks`: 1 for the best; equal totals share a rank and the next rank is skipped.
    - `winners`: empty until the game is finished.
    - `verdict`: who leads, or why the game is over and who won.
    - `needs`: what each player still needs, or None if there is nothing to say.
    - `holdings`: what lies in front of each player, if that is worth knowing during the game.
    - `final_lines`: points that no entry brought and that exist only at the end of the game.
      `totals` include them; the totals of the last Result do not.

    `holdings` and `final_lines` may be empty instead of having one item per seat.
    """

    results: tuple[Result, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    finished: bool
    winners: tuple[Seat, ...]
    verdict: Text
    needs: tuple[Text | None, ...]
    holdings: tuple[tuple[Text, ...], ...] = ()
    final_lines: tuple[tuple[Line, ...], ...] = ()

    @property
    def problem(self) -> tuple[int, Impossible] | None:
        """The first entry that does not count, numbered from 0, and the reason."""
        return next(((i, r.problem) for i, r in enumerate(self.results) if r.problem), None)


def rank_totals(totals: Sequence[int], lowest_wins: bool = False) -> tuple[int, ...]:
    """Rank the totals, the highest (or lowest) first: (90, 25, 90) gives (1, 3, 1)."""
    best_first = sorted(totals, reverse=not lowest_wins)
    return tuple(best_first.index(total) + 1 for total in totals)


def leaders(totals: Sequence[int], lowest_wins: bool = False) -> tuple[Seat, ...]:
    """Return the seats that share the best total."""
    best = min(totals) if lowest_wins else max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)


Options = TypeVar("Options")
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Setup(Generic[Options]):
    """Everything about a game except its entries.

    `seats` is the number of players. `ended_early` is set if they stopped before the end.
    """

    seats: int
    options: Options
    ended_early: bool = False


EntryTitle = Callable[[Sequence[Any], Any], Text]
"""Takes the entries before one, and the entry itself or None."""


def title_with_number(message: str) -> EntryTitle:
    """Return a function that numbers the entries: title_with_number("Turn %(number)s")."""
    return lambda before, entry: Text(message, {"number": len(before) + 1})


ROUND_TITLE = title_with_number(gettext_noop("Round %(number)s"))
ENTER_ROUND_TITLE = title_with_number(gettext_noop("Enter round %(number)s"))
ENTERING_ROUND_TITLE = title_with_number(gettext_noop("%(name)s is entering round %(number)s"))


class Starter(NamedTuple):
    """Who deals, leads or starts, for games in which a table may mark a player so.

    `mark` stands beside the name, `question` over the choice, `statement` in the history. With
    `moves` the mark goes to the next seat after each entry. Without, it says who began, and that
    player gets the first seat if it is chosen before the first entry.
    """

    mark: str
    question: str
    statement: str
    moves: bool = True


DEALS = Starter(gettext_noop("deals"), gettext_noop("Who deals?"), gettext_noop("%(name)s deals"))
LEADS = Starter(gettext_noop("leads"), gettext_noop("Who leads?"), gettext_noop("%(name)s leads"))
STARTS = Starter(
    gettext_noop("starts"), gettext_noop("Who starts?"), gettext_noop("%(name)s starts"), False
)

SAME_PLAYERS = gettext_noop(
    "This game counts on the same number of players from start to end: nobody can join or leave,"
    " but someone else can take over a seat."
)


@dataclass(frozen=True, slots=True)
class Game(Generic[Options, Entry]):
    """A game, as `rules.py` in its folder describes it.

    - `slug`: the name of the folder.
    - `title`, `credit`: messages for makemessages; the credit names author and publisher.
    - `players`: how many can play.
    - `options`, `entry`: frozen dataclasses. Their annotations (int, bool, str, Literal, Seat,
      tuple[Seat, ...], Mapping[Seat, int]) define what a record may contain; a field with a default
      may be left out. Options that exclude each other raise Impossible in __post_init__. Several
      kinds of entries are a union, and each kind has a `type: ClassVar[str]` that a record names.
    - `score`: never raises for an entry that a table may have made. An entry that cannot stand
      keeps its place, does not count, and has the problem in its Result.
    - `target`: the total that the game is played to, for the chart; None if there is none.
    - `lowest_wins`: whether the lowest total is the best.
    - `custom_title`: the name under which a game with these options is listed and can be played
      again, or "" for the title.
    - `random_options`: options to draw at random for each game, unless the table picks.
    - `partial_entries`: whether an entry may concern some players only, such as a turn. A player
      without lines then took no part in it, which is not the same as 0 points.
    - `equal_turns`: whether all players have equally many entries in the end, one after the other.
      Then a lead counts when all have had as many.
    - `entry_on_table_page`: whether the form for the next entry is part of the table page, such as
      a score card.
    - `starter`: what a table may mark a player as: the one who deals, leads or starts.
    - `closed_because`: why nobody can join or leave after the start, in one sentence; "" if players
      can. Entries then may concern any of the players, and a new seat comes at the end.
    - `save_and_next`: whether the form for a new entry offers to save it and go on with the next.
    - `entry_title`: the title of an entry: "Round 5".
    - `enter_title`: what entering the next one is called. Takes all entries, and None.
    - `entering_title`: the notice that %(name)s is entering the next one.
    - `entry_subject`: whose entry it is and what for: "Ana · Full house". None if an entry is not
      one player's.
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
    custom_title: Callable[[Options], str] | None = None
    random_options: frozenset[str] = frozenset()
    partial_entries: bool = False
    equal_turns: bool = False
    entry_on_table_page: bool = False
    starter: Starter = STARTS
    closed_because: str = SAME_PLAYERS
    save_and_next: bool = False
    entry_title: EntryTitle = ROUND_TITLE
    enter_title: EntryTitle = ENTER_ROUND_TITLE
    entering_title: EntryTitle = ENTERING_ROUND_TITLE
    entry_subject: Callable[[Entry], Text] | None = None


AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class EntryContext:
    """What a form for an entry knows of the game.

    - `names`: the players, in seat order.
    - `setup`: the seats and options.
    - `entries`: the entries before this one, in playing order. For a forgotten entry, which goes
      before others, those follow.
    - `entry_url`: returns the address of the page that explains an entry, numbered from 0.
    - `position`: for a forgotten entry, how many of `entries` come before it; else None.
    - `away`: the seats of players who left. A form for the next entry does not ask for them.
    - `ahead`: for a blank form that is used without a network, how many entries come between
      `entries` and this one: they wait on the phone, and nothing is known of them. Else 0.
    """

    names: Sequence[str]
    setup: Setup[Any]
    entries: Sequence[Any]
    entry_url: Callable[[int], str] = str
    position: int | None = None
    away: frozenset[int] = frozenset()
    ahead: int = 0


Fact = tuple[str, str]
"""Something that was entered or agreed, for people: a label (or ""), and its value."""
