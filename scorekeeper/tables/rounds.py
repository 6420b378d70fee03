"""An entry together with its result, as pages show it, and the results that compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from games.contract import AnyGame, Result, Scoreboard, Seat, Text, signed
from games.endless import call_rules
from scorekeeper.models import GameSession, Revision
from scorekeeper.models import Seat as SeatRow
from scorekeeper.tables.log import Log


class ScoredTable(Protocol):
    """The part of a Table that its rounds know."""

    @property
    def session(self) -> GameSession: ...

    @property
    def game(self) -> AnyGame: ...

    @property
    def log(self) -> Log: ...

    @property
    def seats(self) -> Sequence[SeatRow]: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def inputs(self) -> Sequence[Any]: ...

    @property
    def board(self) -> Scoreboard: ...

    @property
    def winners(self) -> Sequence[int]: ...

    @property
    def has_rounds(self) -> bool: ...

    def participants(self, result: Result) -> Sequence[int]: ...

    def say(self, text: Text) -> str: ...


class Title(str):
    """The title of an entry in the reader's language: "Round 5"."""

    starts_with_name = False

    @classmethod
    def of(cls, text: Text, names: Sequence[str]) -> "Title":
        title = cls(text.render(names, gettext, ngettext))
        title.starts_with_name = text.message.startswith("%")
        return title

    @property
    def within(self) -> str:
        """Return it within a sentence: "round 5". Names and German nouns keep their capital."""
        if self.starts_with_name or (get_language() or "").startswith("de"):
            return self
        return self[:1].lower() + self[1:]


class SheetRow(NamedTuple):
    """Everything that a row of the score sheet shows. It has a title only if it has no label."""

    slot: int
    url: str
    title: str
    label: str
    is_corrected: bool
    is_inserted: bool
    has_note: bool
    problem: str
    late: bool
    cells: tuple[tuple[int | None, int], ...]
    winners: tuple[int, ...]  # their columns are marked and stay in sight


@dataclass(frozen=True, eq=False)
class Round:
    """`number` is its place in playing order, from 1. `late`: it came after the end of the game.

    Most is computed on first use, because pages show few of the rounds.
    """

    table: ScoredTable
    number: int
    entry: Revision
    result: Result
    late: bool

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.entry.data
        return data

    @property
    def revisions(self) -> Sequence[Revision]:
        return self.table.log.revisions[self.entry.slot]

    @property
    def note(self) -> str:
        """The table's note about the round."""
        return self.revisions[0].note

    @cached_property
    def title_text(self) -> Text:
        inputs = self.table.inputs
        return call_rules(
            self.table.game.entry_title, inputs[: self.number - 1], inputs[self.number - 1]
        )

    @cached_property
    def title(self) -> Title:
        return Title.of(self.title_text, self.table.names)

    @property
    def titled_seats(self) -> list[int]:
        """The players whom the title names: the one whose column it is."""
        return [value for value in self.title_text.values.values() if isinstance(value, Seat)]

    @cached_property
    def gains(self) -> str:
        """ "Ana +90 · Ben 0", of those who had a part; "+90" if the title names the only one."""
        names, points = self.table.names, self.result.points
        seats = self.table.participants(self.result)
        if seats and list(seats) == self.titled_seats:
            return signed(points[seats[0]])
        return " · ".join([f"{names[seat]} {signed(points[seat])}" for seat in seats])

    @property
    def label(self) -> str:
        """The number in its title."""
        if self.table.has_rounds:
            return str(self.number)
        return str(self.title_text.values.get("number", ""))

    @property
    def url(self) -> str:
        return round_url(self.table.session.pk, self.entry.slot)

    @property
    def is_inserted(self) -> bool:
        return self.entry.slot in self.table.log.inserted_slots

    @property
    def problem(self) -> str:
        """The reason why it does not count."""
        return self.table.say(self.result.problem.message) if self.result.problem else ""

    @property
    def cells(self) -> tuple[tuple[int | None, int], ...]:
        """Points, or None without a part in the round, and the total after it, for each seat."""
        both = zip(self.result.points, self.result.totals, strict=True)
        if not self.table.game.partial_entries:
            return tuple(both)
        participants = self.table.participants(self.result)
        return tuple(
            (points if seat in participants else None, total)
            for seat, (points, total) in enumerate(both)
        )

    @property
    def row(self) -> SheetRow:
        """Everything that its row in the score sheet shows."""
        label = self.label
        title = "" if label else self.title  # translating one takes longer than reading the row
        marks = self.is_corrected, self.is_inserted, bool(self.note), self.problem, self.late
        winners = tuple(self.table.winners)
        return SheetRow(self.entry.slot, self.url, title, label, *marks, self.cells, winners)

    @property
    def is_corrected(self) -> bool:
        """True if it held something else before. Removing and restoring is not a correction."""
        return any(e.data is not None and e.data != self.entry.data for e in self.revisions[:-1])


class Comparable(NamedTuple):
    """An entry after which the totals of these seats compare: all but those who are out."""

    result: Result
    seats: Sequence[int]

    def leaders(self, lowest_wins: bool) -> tuple[int, ...]:
        totals = self.result.totals
        best = (min if lowest_wins else max)([totals[seat] for seat in self.seats])
        return tuple(seat for seat in self.seats if totals[seat] == best)


def comparable_results(table: ScoredTable) -> list[Comparable]:
    """The entries that count and after which totals compare, because everyone has had equally many
    turns or rows: a player who is one turn ahead does not lead yet. The last one who is still in
    compares with nobody.
    """
    results, everyone = table.board.results, range(len(table.seats))
    if not table.game.partial_entries:
        return [Comparable(result, everyone) for result in results if not result.problem]
    comparable, turns = [], [0] * len(everyone)
    for entry, result in zip(table.inputs, results, strict=True):
        for seat in seats_on_turn(table, entry, result):
            turns[seat] += 1
        seats = [seat for seat in everyone if seat not in result.out]
        is_last_one = len(seats) < min(2, len(everyone))
        if not (result.problem or is_last_one) and len({turns[seat] for seat in seats}) == 1:
            comparable.append(Comparable(result, seats))
    return comparable


def seats_on_turn(table: ScoredTable, entry: Any, result: Result) -> Sequence[int]:
    """Return whose turn an entry was; nobody's if it does not count. If it is one player's, a card
    that it takes from another is no turn of theirs.
    """
    player = getattr(entry, "player", None)
    return table.participants(result) if player is None or result.problem else [player]


@lru_cache(1024)
def table_url(pk: int) -> str:
    return reverse("table", args=[pk])


@lru_cache(4096)
def round_url(pk: int, slot: int) -> str:
    return reverse("round", args=[pk, slot])


@lru_cache(4096)
def correct_url(pk: int, slot: int) -> str:
    return reverse("correct", args=[pk, slot])
