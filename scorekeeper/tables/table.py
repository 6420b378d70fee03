"""A game as it lies on the table: its session with seats, entries and what the rules make of them."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst

from games import record, registry
from games.contract import ROUND_TITLE, AnyGame, EntryContext, Result, Scoreboard, Setup, Text
from scorekeeper.models import GameSession, Revision
from scorekeeper.tables.revisions import SETUP, Revisions
from scorekeeper.tables.rounds import Round, round_url
from scorekeeper.tables.setups import display_title, reusable_options
from scorekeeper.tables.translate import ended_unplayed, render_text


class Table(Revisions):
    """Costs two queries beside the session's own, whatever was played; of several, fetch the sessions `with_play`."""

    def __init__(self, session: GameSession, entries: Iterable[Revision] | None = None) -> None:
        super().__init__(session.revision_list if entries is None else entries)
        self.session = session
        self.game: AnyGame = registry.games()[session.game]
        self.seats = session.seat_list
        self.names = [seat.name for seat in self.seats]

    def with_entries(self, entries: Iterable[Revision]) -> "Table":
        """The table as it is with some more revisions."""
        return Table(self.session, [*chain(*self.revisions.values()), *entries])

    def with_entry(self, entry: Revision) -> "Table":
        return self.with_entries([entry])

    def as_after(self, change: Revision) -> "Table":
        """The table as it was when that was changed, and nothing after it."""
        return Table(self.session, [entry for entry in self.changes if entry.pk <= change.pk])

    @cached_property
    def setup(self) -> Setup[Any]:
        data = self.current(SETUP).data
        options = record.decode_options(self.game, data["options"])
        return Setup(len(self.seats), options, data["ended_early"])

    @cached_property
    def board(self) -> Scoreboard:
        return self.game.score(self.setup, self.inputs)

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.setup.options)

    @property
    def unplayed(self) -> bool:
        """Whether it was ended with nothing in it that counts: the rules let all share, the table has no winner."""
        return self.board.finished and all(result.problem for result in self.board.results)

    @property
    def winners(self) -> Sequence[int]:
        return () if self.unplayed else self.board.winners

    @property
    def result(self) -> dict[str, Any] | None:
        """What is kept beside a finished game, with the setup it was reached by."""
        board = self.board
        if not board.finished:
            return None
        return {
            "totals": board.totals,
            "ranks": board.ranks,
            "winners": self.winners,
            **self.current(SETUP).data,
        }

    @cached_property
    def inputs(self) -> list[Any]:
        """What was entered, as the rules take it. Raises Impossible for an entry that is none of this game."""
        return [self.input(entry) for entry in self.entries]

    def input(self, entry: Revision) -> Any:
        """Read once, for every table that has the entry."""
        if entry.input is None:
            entry.input = record.decode_entry(
                self.game, entry.data, record.seats_by_number(len(self.seats))
            )
        return entry.input

    def situation(self, slot: int | None = None, before: int | None = None) -> EntryContext:
        """What a form sees that is opened for the entry in this slot, or for a new one; or one in front of `before`."""
        inputs = self.inputs[: self.places.get(slot, len(self.entries))]
        return EntryContext(
            self.names,
            self.setup,
            inputs,
            lambda n: self.round_url(self.entries[n].slot),
            self.places.get(before),
        )

    def round_url(self, slot: int) -> str:
        return round_url(self.session.pk, slot)

    @cached_property
    def rounds(self) -> list[Round]:
        places = enumerate(zip(self.entries, self.board.results, strict=True), 1)
        return [Round(self, number, entry, result) for number, (entry, result) in places]

    @property
    def has_rounds(self) -> bool:
        """Whether its entries are called rounds."""
        return self.game.entry_title is ROUND_TITLE

    def had_part(self, result: Result, seat: int) -> bool:
        """A round is everybody's; of others, those who have lines."""
        return not self.game.partial_entries or bool(result.lines[seat])

    def result_in(self, slot: int) -> Result:
        """What the entry that stands in this slot did."""
        return self.board.results[self.places[slot]]

    @property
    def courses(self) -> list[Sequence[int]]:
        """The totals after each entry up to the end, and after what the end of the game brought beside."""
        return [round.result.totals for round in self.timely] + (
            [self.board.totals] if self.board.final_lines else []
        )

    @cached_property
    def timely(self) -> list[Round]:
        """Those up to the end of the game."""
        return [round for round in self.rounds if not round.late]

    @cached_property
    def late(self) -> list[Round]:
        """Those after the end: they count nothing, and there is nothing to mend."""
        return [round for round in self.rounds if round.late]

    @cached_property
    def problems(self) -> list[Round]:
        """Those that count nothing, and can be mended."""
        return [round for round in self.timely if round.result.problem]

    def round(self, slot: int) -> Round | None:
        return self.rounds[self.places[slot]] if slot in self.places else None

    @property
    def display_title(self) -> str:
        return display_title(self.game, self.current(SETUP).data["options"])

    @property
    def url(self) -> str:
        return reverse("table", args=[self.session.pk])

    @property
    def target(self) -> int | None:
        return self.game.target(self.setup.options)

    @property
    def draft(self) -> dict[str, list[str]]:
        """What was noted of the round that comes next, as the form sent it."""
        draft = self.session.draft
        return draft["fields"] if draft.get("slot") == self.next_slot else {}

    def title(self, slot: int) -> str:
        """What an entry is called: "Round 5"; one that was taken back is called by the place it had."""
        entry = self.current(slot)
        before = bisect_left(self.order, (entry.position, slot))
        last_said = next(e for e in reversed(self.revisions[slot]) if e.data is not None)
        return self.say(self.game.entry_title(self.inputs[:before], self.input(last_said)))

    @property
    def next_title(self) -> str:
        return self.say(self.game.entry_title(self.inputs, None))

    def title_for(self, data: dict[str, Any]) -> str:
        """What this would be called as the next entry."""
        return self.say(self.game.entry_title(self.inputs, self.input(Revision(data=data))))

    @property
    def enter_title(self) -> str:
        return self.say(self.game.enter_title(self.inputs, None))

    @property
    def verdict(self) -> str:
        return ended_unplayed() if self.unplayed else capfirst(self.say(self.board.verdict))

    @property
    def lasting_options(self) -> dict[str, Any]:
        """The options that another game of this table takes over: all but what is drawn anew."""
        return reusable_options(self.game, self.current(SETUP).data["options"])

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
        return [fact for fact in facts if fact[1] != self.display_title]

    def say(self, text: Text) -> str:
        return render_text(text, self.names)
