"""A game as it lies on the table: its session with seats, entries and what the rules make of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.text import capfirst

from games import record, registry
from games.contract import AnyGame, Result, Scoreboard, Setup, Situation, Text
from scorekeeper.models import Entry, GameSession
from scorekeeper.say import say
from scorekeeper.setups import called, lasting

LEAST = 2**-20  # between two positions; what is half as far apart still is two numbers
SETUP = 0  # the slot of the entry that holds the options, and whether the table stopped early


@dataclass(frozen=True)
class Round:
    """An entry that stands, where it stands, and what it did. `problem` says why it counts nothing."""

    number: int
    entry: Entry
    revisions: Sequence[Entry]
    result: Result
    title: str
    label: str  # the number in its title
    url: str
    put_in: bool
    problem: str
    cells: tuple[tuple[int | None, int], ...]  # what each seat got, None if it had no part, and what it had then

    @property
    def corrected(self) -> bool:
        return len(self.revisions) > 1


@lru_cache(4096)
def round_url(pk: int, slot: int) -> str:
    return reverse("round", args=[pk, slot])


class Table:
    """Costs two queries beside the session's own, whatever was played; of several, fetch the sessions `with_play`."""

    def __init__(self, session: GameSession, entries: Iterable[Entry] | None = None) -> None:
        self.session = session
        self.game: AnyGame = registry.games()[session.game]
        self.seats = session.seated
        self.names = [seat.name for seat in self.seats]
        self.revisions: dict[int, list[Entry]] = {}
        for entry in session.revisions if entries is None else entries:
            self.revisions.setdefault(entry.slot, []).append(entry)

    def with_entry(self, entry: Entry) -> "Table":
        """The table as it is with one more revision."""
        return Table(self.session, [*chain(*self.revisions.values()), entry])

    @cached_property
    def setup(self) -> Setup[Any]:
        data = self.current(SETUP).data
        options = record.decode_options(self.game, data["options"])
        return Setup(len(self.seats), options, data["ended_early"])

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries that stand, in playing order."""
        latest = [revisions[-1] for slot, revisions in self.revisions.items() if slot != SETUP]
        return sorted((e for e in latest if e.data is not None), key=lambda e: (e.position, e.slot))

    @cached_property
    def board(self) -> Scoreboard:
        return self.game.score(self.setup, self.inputs)

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.setup.options)

    @property
    def result(self) -> dict[str, Any] | None:
        """What is kept beside a finished game, with the setup it was reached by."""
        board = self.board
        if not board.finished:
            return None
        return {
            "totals": board.totals,
            "ranks": board.ranks,
            "winners": board.winners,
            **self.current(SETUP).data,
        }

    @cached_property
    def inputs(self) -> list[Any]:
        """What was entered, as the rules take it. Raises Impossible for an entry that is none of this game."""
        return [self.input(entry) for entry in self.entries]

    def input(self, entry: Entry) -> Any:
        """Read once, for every table that has the entry."""
        if entry.input is None:
            entry.input = record.decode_entry(self.game, entry.data, record.stored_seats(len(self.seats)))
        return entry.input

    def situation(self, slot: int | None = None, before: int | None = None) -> Situation:
        """What a form sees that is opened for the entry in this slot, or for a new one; or one in front of `before`."""
        numbers = {entry.slot: n for n, entry in enumerate(self.entries)}
        inputs = self.inputs[: numbers.get(slot, len(self.entries))]
        return Situation(
            self.names, self.setup, inputs, lambda n: self.round_url(self.entries[n].slot), numbers.get(before)
        )

    def round_url(self, slot: int) -> str:
        return round_url(self.session.pk, slot)

    def record(self) -> dict[str, Any]:
        """The game record, with what is known beside it."""
        session, signatures = self.session, [{"at": e.at.isoformat(), "by": e.signature} for e in self.entries]
        known = {
            "id": session.pk,
            "group": session.group.name,
            "started_at": session.started_at.isoformat(),
            "finished_at": session.finished_at.isoformat() if session.finished_at else None,
            "comment": session.comment,
        }
        played = record.Record(self.game, tuple(self.names), self.setup, tuple(self.inputs))
        return record.write(played, known, signatures)

    @cached_property
    def rounds(self) -> list[Round]:
        places = enumerate(zip(self.entries, self.board.results, strict=True), 1)
        return [self.round_of(number, entry, result) for number, (entry, result) in places]

    @cached_property
    def put_in(self) -> set[int]:
        """The slots of the rounds that were forgotten, and put in front of what had been entered already."""
        slots = [entry.slot for entry in self.entries]
        firsts = list(accumulate(reversed(slots), min))[::-1]
        return {slot for slot, earliest in zip(slots, firsts[1:], strict=False) if slot > earliest}

    def round_of(self, number: int, entry: Entry, result: Result) -> Round:
        title = self.game.entry_title(self.inputs[: number - 1], self.inputs[number - 1])
        return Round(
            number,
            entry,
            self.revisions[entry.slot],
            result,
            title=self.say(title),
            label=str(title.values.get("number", "")),
            url=self.round_url(entry.slot),
            put_in=entry.slot in self.put_in,
            problem=self.say(result.problem.message) if result.problem else "",
            cells=tuple(
                (points if self.had_part(result, seat) else None, total)
                for seat, (points, total) in enumerate(zip(result.points, result.totals, strict=True))
            ),
        )

    def had_part(self, result: Result, seat: int) -> bool:
        """A round is everybody's; of others, those who have lines."""
        return not self.game.turns or bool(result.lines[seat])

    def result_in(self, slot: int) -> Result:
        """What the entry that stands in this slot did."""
        return next(result for e, result in zip(self.entries, self.board.results, strict=True) if e.slot == slot)

    @property
    def courses(self) -> list[Sequence[int]]:
        """The totals after each entry, and after what the end of the game brought beside."""
        return [round.result.totals for round in self.rounds] + ([self.board.totals] if self.board.closing else [])

    @property
    def problems(self) -> list[Round]:
        return [round for round in self.rounds if round.problem]

    def round(self, slot: int) -> Round | None:
        return next((round for round in self.rounds if round.entry.slot == slot), None)

    def current(self, slot: int) -> Entry | None:
        return self.revisions[slot][-1] if slot in self.revisions else None

    def sent(self, submission: UUID) -> Entry | None:
        """What this submission saved, if it arrived before."""
        return next((e for e in chain(*self.revisions.values()) if e.submission == submission), None)

    @property
    def called(self) -> str:
        return called(self.game, self.current(SETUP).data["options"])

    @property
    def url(self) -> str:
        return reverse("table", args=[self.session.pk])

    @property
    def next_slot(self) -> int:
        return max(self.revisions) + 1

    @property
    def target(self) -> int | None:
        return self.game.target(self.setup.options)

    @cached_property
    def changes(self) -> list[Entry]:
        """Every revision of everything, in the order in which they were made."""
        return sorted(chain(*self.revisions.values()), key=lambda entry: entry.pk)

    @property
    def newest(self) -> Entry:
        return self.changes[-1]

    @property
    def last_change(self) -> Entry | None:
        """What was entered, corrected or taken back last, and can be undone."""
        return None if (self.newest.slot, self.newest.revision) == (SETUP, 1) else self.newest

    def changed_by(self, pk: int) -> Entry | None:
        return next((entry for entry in self.changes if entry.pk == pk), None)

    def together(self, change: Entry) -> list[Entry]:
        """The change; or all that went back with it, if with it the whole game was set back."""
        first = last = self.changes.index(change)
        while change.back_to_id and self.changes[first - 1].back_to_id == change.back_to_id:
            first -= 1
        return self.changes[first : last + 1]

    def before(self, change: Entry) -> Entry:
        """What was changed last before this, and before all that went back with it."""
        return self.changes[self.changes.index(self.together(change)[0]) - 1]

    def as_after(self, change: Entry) -> "Table":
        """The table as it was when that was changed, and nothing after it."""
        return Table(self.session, [entry for entry in self.changes if entry.pk <= change.pk])

    def data(self, slot: int) -> dict[str, Any] | None:
        """What stands in the slot."""
        current = self.current(slot)
        return current.data if current else None

    def differing(self, other: "Table") -> list[int]:
        """The slots that do not hold what they hold in the other."""
        slots = sorted({*self.revisions, *other.revisions})
        return [slot for slot in slots if self.data(slot) != other.data(slot)]

    @property
    def draft(self) -> dict[str, list[str]]:
        """What was noted of the round that comes next, as the form sent it."""
        draft = self.session.draft
        return draft["fields"] if draft.get("slot") == self.next_slot else {}

    def place(self, before: int | None) -> float:
        """A position at the end, or in front of the round in slot `before`."""
        positions = [entry.position for entry in self.entries]
        following = next((e.position for e in self.entries if e.slot == before), None)
        if following is None:
            return max(positions, default=0) + 1
        return (following + max((p for p in positions if p < following), default=0)) / 2

    @property
    def crowded(self) -> bool:
        """Whether between two rounds there is hardly room for another."""
        return any(later.position - earlier.position < LEAST for earlier, later in pairwise(self.entries))

    def spread(self) -> list[Entry]:
        """Every revision, in places that are numbered anew: whatever was before another is so still, at any time."""
        rounds = [revisions for slot, revisions in self.revisions.items() if slot != SETUP]
        rounds.sort(key=lambda revisions: (revisions[-1].position, revisions[-1].slot))
        for position, revisions in enumerate(rounds, 1):
            for entry in revisions:
                entry.position = position
        return list(chain(*rounds))

    def title(self, slot: int) -> str:
        """What an entry is called: "Round 5"; one that was taken back is called by the place it had."""
        entry = self.current(slot)
        before = sum((e.position, e.slot) < (entry.position, entry.slot) for e in self.entries)
        last_said = next(e for e in reversed(self.revisions[slot]) if e.data is not None)
        return self.say(self.game.entry_title(self.inputs[:before], self.input(last_said)))

    @property
    def next_title(self) -> str:
        return self.say(self.game.entry_title(self.inputs, None))

    def title_for(self, data: dict[str, Any]) -> str:
        """What this would be called as the next entry."""
        return self.say(self.game.entry_title(self.inputs, self.input(Entry(data=data))))

    @property
    def enter_title(self) -> str:
        return self.say(self.game.enter_title(self.inputs, None))

    @property
    def verdict(self) -> str:
        return capfirst(self.say(self.board.verdict))

    @property
    def lasting_options(self) -> dict[str, Any]:
        """The options that another game of this table takes over: all but what is drawn anew."""
        return lasting(self.game, self.current(SETUP).data["options"])

    @property
    def lasting_facts(self) -> list[tuple[str, str]]:
        """How another game of this table would be set up, label by label."""
        return self.told(self.lasting_options)

    @property
    def option_facts(self) -> list[tuple[str, str]]:
        """How it was set up, label by label, beside what it is called."""
        return self.told(self.current(SETUP).data["options"])

    def told(self, options: dict[str, Any]) -> list[tuple[str, str]]:
        facts = registry.forms(self.game.slug).describe_options(options)
        return [fact for fact in facts if fact[1] != self.called]

    def say(self, text: Text) -> str:
        return say(text, self.names)
