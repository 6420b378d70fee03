"""A game on the table: its session with seats, entries and what the rules make of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from games.contract import ROUND_TITLE, EntryContext, Result, Scoreboard, Text
from games.endless import call_rules
from scorekeeper.models import Revision, Role
from scorekeeper.tables.decoded import DecodedEntries
from scorekeeper.tables.draft_limits import MOST_AUTHORS, MOST_COUNTS, MOST_FIELDS, that_fit
from scorekeeper.tables.rounds import Round, correct_url, round_url, table_url
from scorekeeper.tables.seating import clockwise
from scorekeeper.tables.translate import ended_unplayed

if TYPE_CHECKING:
    from scorekeeper.tables.drafts import Author


FEWER_ROUNDS_WIN = gettext_noop(
    "The lowest total wins, so fewer rounds would be an advantage: nobody can join or leave, but"
    " someone else can take over a seat."
)


class Table(DecodedEntries):
    """A request loads one and passes it on. It costs two queries beside the session's own.

    For several tables, fetch the sessions `with_play`: then it is two for all of them. Raises
    NotInstalled.
    """

    def with_seats_read_again(self) -> Table:
        """The table after its seats were changed in the database."""
        vars(self.session).pop("seat_list", None)
        table = self._holding(self.revisions)
        table.read_seats()
        return table

    def with_revisions(self, added: Iterable[Revision]) -> Table:
        """The table with some more revisions; this one stays as it is."""
        slots = dict(self.revisions)
        for revision in added:
            slots[revision.slot] = [*slots.get(revision.slot, ()), revision]
        return self._holding(slots)

    def with_candidate(self, slot: int, data: dict[str, Any] | None, before: int | None) -> Table:
        """The table as it would be with this entry, which is not saved yet."""
        current = self.current(slot)
        candidate = Revision(
            slot=slot,
            revision=current.revision + 1 if current else 1,
            position=current.position if current else self.new_position(before),
            data=data,
        )
        return self.with_revisions([candidate])

    def as_after(self, change: Revision) -> Table:
        """The table as it was just after that change."""
        slots = {
            slot: earlier
            for slot, revisions in self.revisions.items()
            if (earlier := [one for one in revisions if one.pk <= change.pk])
        }
        return self._holding(slots)

    @cached_property
    def earlier(self) -> Table:
        """The table as it was before its last change, which must exist."""
        return self.as_after(self.before(self.changes[-1]))

    def _holding(self, slots: dict[int, list[Revision]]) -> Table:
        """A copy with other revisions, and nothing of what was computed from these."""
        table = copy(self)
        for name in COMPUTED:
            vars(table).pop(name, None)
        table.revisions = slots
        return table

    @cached_property
    def board(self) -> Scoreboard:
        return call_rules(self.game.score, self.setup, self.inputs)

    @property
    def lowest_wins(self) -> bool:
        return call_rules(self.game.lowest_wins, self.setup.options)

    @property
    def closed_because(self) -> str:
        """Why nobody can join or leave; "" if players can."""
        return self.game.closed_because or (FEWER_ROUNDS_WIN if self.lowest_wins else "")

    @cached_property
    def unplayed(self) -> bool:
        """Whether it was ended before anything counted. The rules then let all share the victory;
        a table has no winner.
        """
        return self.board.finished and all(result.problem for result in self.board.results)

    @property
    def ended_early(self) -> bool:
        """Whether it was stopped before its end. If the rules set none, the table ends the game."""
        return self.setup.ended_early and (self.unplayed or not self.board.open_ended)

    @property
    def may_end(self) -> bool:
        """Whether the table may end the game here and now, as a normal end that counts."""
        board = self.board
        begun = not all(result.problem for result in board.results)
        return board.open_ended and begun and not board.finished

    @property
    def winners(self) -> Sequence[int]:
        return () if self.unplayed else self.board.winners

    def entry_context(
        self, slot: int | None = None, before: int | None = None, ahead: int = 0
    ) -> EntryContext:
        """What a form sees: for the entry in this slot, for a new one, for one inserted before the
        round in slot `before`, or for one that comes `ahead` entries after the next.
        """
        end = len(self.inputs)
        place = end if slot is None else self.places.get(slot, end)
        return EntryContext(
            self.names,
            self.setup,
            self.inputs[:place],
            lambda n: self.entry_url(self.entries[n].slot),
            None if before is None else self.places.get(before),
            self.away,
            ahead,
            self.inputs[place:],
        )

    def entry_url(self, slot: int) -> str:
        """Of the page that corrects an entry of a card, else of the one that explains it."""
        if self.game.entry_on_table_page and self.session.may(Role.SCORER):
            return correct_url(self.session.pk, slot)
        return self.round_url(slot)

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

    @property
    def has_turns(self) -> bool:
        """Whether its entries are called turns."""
        return not self.has_rounds and self.game.entry_subject is not None

    def had_part(self, result: Result, seat: int) -> bool:
        """Everyone has a part in a round; in other entries, those who have lines."""
        return not self.game.partial_entries or bool(result.lines[seat])

    def result_in(self, slot: int) -> Result:
        return self.board.results[self.places[slot]]

    @property
    def totals_over_time(self) -> list[Sequence[int]]:
        """The totals after each entry up to the end, then with what the end itself brought."""
        totals: list[Sequence[int]] = [round.result.totals for round in self.timely]
        return [*totals, self.board.totals] if self.board.final_lines else totals

    @cached_property
    def timely(self) -> list[Round]:
        """Those up to the end of the game."""
        return [round for round in self.rounds if not round.late]

    @cached_property
    def late(self) -> list[Round]:
        """Those after the end. They don't count, and nothing about them needs fixing."""
        return [round for round in self.rounds if round.late]

    @cached_property
    def problems(self) -> list[Round]:
        """Those that don't count and can be fixed."""
        return [round for round in self.timely if round.result.problem]

    def round(self, slot: int) -> Round | None:
        return self.rounds[self.places[slot]] if slot in self.places else None

    @cached_property
    def marked_seat(self) -> int | None:
        """The seat that deals the next round, or that started; None if nobody is marked."""
        marked = self.setup_data.get("starter")
        if not marked or not self.game.starter.moves:
            return marked and marked["seat"]
        return clockwise(self.present, marked["seat"], len(self.entries) - marked["round"])

    @property
    def starter(self) -> int | None:
        """The seat to mark: after the end nobody deals."""
        over = self.game.starter.moves and self.board.finished
        return None if over else self.marked_seat

    @property
    def url(self) -> str:
        return table_url(self.session.pk)

    @property
    def target(self) -> int | None:
        return call_rules(self.game.target, self.setup.options)

    @property
    def draft(self) -> dict[str, list[str]]:
        """What was typed for the next entry, field by field."""
        return self._draft_part("fields", MOST_FIELDS)

    @property
    def draft_authors(self) -> dict[str, Author]:
        """Who set each field of the draft. Drafts of earlier releases may not say so."""
        return self._draft_part("authors", MOST_AUTHORS)

    @property
    def draft_counts(self) -> dict[str, dict[str, int]]:
        """The count of the request by which each device last touched each field (see Touches)."""
        return self._draft_part("counts", MOST_COUNTS)

    def _draft_part(self, part: str, most: int) -> dict[str, Any]:
        draft = self.session.draft
        if draft.get("slot") != self.next_slot:
            return {}
        stored: dict[str, Any] = draft.get(part, {})
        # Earlier releases, which stored no counts, had no limit.
        return stored if "counts" in draft else that_fit(stored, most)

    @property
    def enter_turn_title(self) -> str:
        """`enter_title` with the player whose turn it is; "" if that is not known."""
        if (seat := self.board.turn) is None:
            return ""
        return self.say(Text(self.game.enter_turn_title, {"player": seat}))

    @property
    def verdict(self) -> str:
        return ended_unplayed() if self.unplayed else capfirst(self.say(self.board.verdict))


COMPUTED = [
    name
    for parent in Table.__mro__
    for name, value in vars(parent).items()
    if isinstance(value, cached_property)
]
