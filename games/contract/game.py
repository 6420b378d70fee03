"""A game's description of itself, and the values that its rules and forms receive."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from games.contract.figures import Figures
from games.contract.paper import Paper
from games.contract.scoreboard import Scoreboard
from games.contract.texts import Seat, Text, gettext_noop

NO_LIMIT = 10**9
"""The end of a game's `players` if its rulebook sets no maximum."""

REQUIRED = {"required": True}
"""The metadata of a field with a default that a record must have all the same."""

Options = TypeVar("Options")
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Setup(Generic[Options]):
    """Everything about a game except its entries.

    `seats` is the number of players. `ended_early` is set once they ended the game by hand: before
    its end, unless the rules set none (Scoreboard.open_ended).
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
ENTER_TURN_TITLE = gettext_noop("Enter %(player)s’s turn")
ENTERING_ROUND_TITLE = title_with_number(gettext_noop("%(name)s is entering round %(number)s"))


class Starter(NamedTuple):
    """The player who deals, leads or starts, in games in which a table may mark one.

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


class Steps(NamedTuple):
    """The buttons on the table page of a game whose entry has two steps.

    `before` enters what is asked before a round is played, such as bids, and `after` the rest.
    `hint` says on a table without entries what to do first.
    """

    before: str
    after: str
    hint: str


class Counting(NamedTuple):
    """How players count on a phone each, face down, until all counts are revealed together.

    `seats` takes the setup and all entries, and returns the seats that can count now; none if
    there is nothing to count. Each count is an entry of its own, or with `together` its part of
    one entry, in fields that belong to one seat. The entry form then has only those fields:
    see EntryContext.only.
    """

    seats: Callable[[Setup[Any], Sequence[Any]], Sequence[Seat]]
    together: bool = False


EVERY_ROUND = Counting(
    lambda setup, entries: [Seat(seat) for seat in range(setup.seats)], together=True
)
"""All players count at the end of each round."""


SAME_PLAYERS = gettext_noop(
    "This game needs the same number of players from start to finish: nobody can join or leave,"
    " but someone else can take over a seat."
)


@dataclass(frozen=True, slots=True)
class Game(Generic[Options, Entry]):
    """A game, as `rules.py` in its folder describes it.

    - `slug`: the name of the folder.
    - `title`, `credit`: messages for makemessages; the credit names author and publisher.
    - `players`: how many can play.
    - `options`, `entry`: frozen dataclasses. Their annotations (int, bool, str, Literal, Seat,
      tuple[Seat, ...], Mapping[Seat, int], Mapping[str, int], dataclasses within options) define
      what a record may contain; a field with a default may be left out, unless its metadata is
      REQUIRED. Options that exclude each other raise Impossible in __post_init__. Several kinds of
      entries are a union: each kind has a `type: ClassVar[str]` that a record names, or a first
      field that only this kind has.
    - `score`: never raises for an entry that a table may have made. An entry that cannot stand
      keeps its place, does not count, and has the problem in its Result.
    - `target`: the total that the game is played to, for the standings and the chart; None if there
      is none.
    - `lowest_wins`: whether the lowest total is the best.
    - `custom_title`: the name under which a game with these options is listed and can be played
      again, or "" for the title.
    - `random_options`: options to draw at random for each game, unless the table picks: then their
      field of the form is not blank. Another game of the table keeps what was picked.
    - `partial_entries`: whether an entry may concern some players only, such as a turn. A player
      without lines then took no part in it, which is not the same as 0 points.
    - `entry_on_table_page`: whether the form for the next entry is part of the table page, such as
      a score card.
    - `starter`: what a table may mark a player as: the one who deals, leads or starts.
    - `closed_because`: why nobody can join or leave after the start, in one sentence; "" if players
      can. Entries then may concern any of the players, and a new seat comes at the end.
    - `save_and_next`: whether the form for a new entry offers to save it and go on with the next.
    - `entry_title`: the title of an entry: "Round 5".
    - `enter_title`: what entering the next one is called. Takes all entries, and None.
    - `enter_turn_title`: the same in a game whose rules know whose turn it is, that of %(player)s:
      see Scoreboard.turn.
    - `entering_title`: the notice that %(name)s is entering the next one.
    - `steps`: what the two steps of an entry are called; None if it has only one.
    - `figures`: what is worth remembering of each player in a finished game, beside the total.
    - `entry_subject`: whose entry it is and what for: "Ana · Full house". None if an entry is not
      one player's. Pages call entries that are one player's turns.
    - `call`: what happened in the last of these entries, which counts, in sentences as someone at
      the table would say them aloud: "As the Chimera, Mina bid 40 and lost." Each is a Text with
      its full stop. The shell says the title before them, and who leads after them. None if it is
      enough to say who got the most points: see games/kit/calls.py.
    - `counting`: when each player may count on a phone of their own; None if never.
    - `paper`: the blank score sheet. None for one that follows from the questions: a row for each
      round, and what is asked of each player in columns.
    - `points_state`: what static/<slug>/points.js must know of the game so far beside its options
      and totals, as JSON has it; see docs/games.md.
    - `provisional`: whether a phone works out the points without a network, by points.js or by what
      the answers are worth. If not, say why in a comment: the table says that totals come with the
      network.
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
    entry_on_table_page: bool = False
    starter: Starter = STARTS
    closed_because: str = SAME_PLAYERS
    save_and_next: bool = False
    entry_title: EntryTitle = ROUND_TITLE
    enter_title: EntryTitle = ENTER_ROUND_TITLE
    enter_turn_title: str = ENTER_TURN_TITLE
    entering_title: EntryTitle = ENTERING_ROUND_TITLE
    steps: Steps | None = None
    figures: Figures | None = None
    entry_subject: Callable[[Entry], Text] | None = None
    call: Callable[[Setup[Options], Sequence[Entry], Scoreboard], Sequence[Text]] | None = None
    counting: Counting | None = None
    paper: Callable[[Setup[Options]], Paper] | None = None
    points_state: Callable[[Setup[Options], Sequence[Entry]], Mapping[str, Any]] | None = None
    provisional: bool = True


AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class EntryContext:
    """Everything that an entry form knows about the game.

    - `names`: the players, in seat order.
    - `setup`: the seats and options.
    - `entries`: the entries before this one, in playing order. For a forgotten entry, which goes
      before others, those follow.
    - `rest`: for a correction, the entry as it is saved and those that follow.
    - `entry_url`: returns the address of the page of an entry, numbered from 0: it explains the
      entry or, in a game with `entry_on_table_page`, corrects it if the user may do that.
    - `position`: for a forgotten entry, how many of `entries` come before it; else None.
    - `away`: the seats of players who left. A form for the next entry does not ask for them.
    - `ahead`: for a blank form that is used without a network, how many entries come between
      `entries` and this one: they wait on the phone, and nothing is known of them. Else 0.
    - `only`: the seat that counts on a phone of its own: the form has the fields of no other, asks
      neither for the player nor for the way to enter, and leaves to the whole entry what cannot be
      checked for one player. Else None. See Counting.
    """

    names: Sequence[str]
    setup: Setup[Any]
    entries: Sequence[Any]
    entry_url: Callable[[int], str] = str
    position: int | None = None
    away: frozenset[int] = frozenset()
    ahead: int = 0
    rest: Sequence[Any] = ()
    only: int | None = None

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats that the form may ask about."""
        seats = range(len(self.names)) if self.only is None else (self.only,)
        return [Seat(seat) for seat in seats]


Fact = tuple[str, str]
"""Something that was entered or agreed, for people: a label (or ""), and its value."""

Data = Mapping[str, Any] | None
"""The data of a form: what was submitted, or options or an entry as a record has them; None for a
blank form.
"""
