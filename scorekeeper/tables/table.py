"""A game on the table: its session with seats, entries and what the rules make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, ngettext

from games import record, registry
from games.contract import (
    ROUND_TITLE,
    AnyGame,
    EntryContext,
    GameOver,
    Impossible,
    Result,
    Scoreboard,
    Setup,
    Text,
)
from games.endless import call_rules
from scorekeeper.models import GameSession, Revision, Role, Seat
from scorekeeper.tables import kinds
from scorekeeper.tables.entering.draft_limits import (
    MOST_AUTHORS,
    MOST_COUNTS,
    MOST_FIELDS,
    Author,
    items_that_fit,
)
from scorekeeper.tables.finished.totals_only import ImportedResult, board_of
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.log import SETUP, Log
from scorekeeper.tables.rounds import Round, Title, correct_url, round_url, table_url
from scorekeeper.tables.seating import Seating, clockwise
from scorekeeper.tables.translate import unplayed_verdict
from scorekeeper.tables.unplayable import NotInstalled, Unreadable

FEWER_ROUNDS_WIN = gettext_noop(
    "The lowest total wins, so fewer rounds would be an advantage: nobody can join or leave, but"
    " someone else can take over a seat."
)

TOTALS_ONLY = gettext_noop(
    "This game was imported with its totals only: nobody can join or leave, but someone else can"
    " take over a seat."
)


@dataclass(frozen=True, eq=False)
class Table:
    """A request loads one and passes it on. A change makes a new one."""

    session: GameSession
    game: AnyGame
    log: Log
    seating: Seating

    @classmethod
    def of(cls, session: GameSession) -> Table:
        """Load a table in two queries beside the session's own. For several tables, fetch the
        sessions `with_play`: then it is two for all. Raises NotInstalled if the rules are missing.
        """
        if not (game := registry.games().get(session.game)):
            raise NotInstalled(session)
        log = Log.of(session.revision_list)
        return cls(session, game, log, Seating(log.setups, session.seat_list))

    def with_log(self, log: Log) -> Table:
        """The table as these entries make it."""
        is_same = log.setups is self.log.setups
        seating = self.seating if is_same else Seating(log.setups, self.seats)
        return Table(self.session, self.game, log, seating)

    def with_candidate(self, slot: int, data: dict[str, Any] | None, before: int | None) -> Table:
        """The table as it would be with this entry, which is not saved yet."""
        return self.with_log(self.log.with_candidate(slot, data, before))

    @cached_property
    def earlier(self) -> Table:
        """The table as it was before its last change, which must exist."""
        return self.with_log(self.log.as_after(self.log.before(self.log.newest)))

    @property
    def seats(self) -> Sequence[Seat]:
        return self.seating.seats

    @cached_property
    def names(self) -> list[str]:
        return self.seating.names

    @property
    def options(self) -> kinds.Options:
        """The options as they are stored."""
        options: kinds.Options = self.log.setup_data["options"]
        return options

    @cached_property
    def setup(self) -> Setup[Any]:
        latest = self.log.setups[-1]
        if latest.input is None:
            latest.input = call_rules(record.decode_options, self.game, latest.data["options"])
        return Setup(len(self.seats), latest.input, latest.data["ended_early"])

    @cached_property
    def inputs(self) -> list[Any]:
        """The decoded entries. Raises Impossible for a new one that is not an entry of this game,
        and Unreadable for a stored one.
        """
        return self.decode(self.log.entries)

    def input(self, entry: Revision) -> Any:
        return self.decode([entry])[0]

    def decode(self, entries: Sequence[Revision]) -> list[Any]:
        """Return the decoded entries. Each is decoded once for all tables that hold it."""
        if new := [entry for entry in entries if entry.input is None]:
            call_rules(self._decode_new, new)
        return [entry.input for entry in entries]

    def _decode_new(self, entries: Sequence[Revision]) -> None:
        decode = record.entry_codec(self.game).decode
        seats = record.seats_by_number(self.seating.most_seats)
        for entry in entries:
            try:
                entry.input = decode(entry.data, seats, "")
            except Impossible as problem:
                if entry.pk is None:  # not stored yet
                    raise
                raise Unreadable(self.session) from problem

    def title(self, slot: int, names: Sequence[str] = ()) -> Title:
        """Return the title of an entry: "Round 5". A removed one keeps that of its old place."""
        if round := self.round(slot):
            return Title.of(round.title_text, names or self.names)
        *earlier, entry = self.decode(self.log.up_to_removed(slot))
        return self.title_after(earlier, entry, names)

    def title_after(self, earlier: Sequence[Any], entry: Any, names: Sequence[str] = ()) -> Title:
        title = call_rules(self.game.entry_title, earlier, entry)
        return Title.of(title, names or self.names)

    @property
    def next_title(self) -> Title:
        return self.title_after(self.inputs, None)

    def title_for(self, data: dict[str, Any]) -> Title:
        """Return the title that this would have as the next entry."""
        return self.title_after(self.inputs, self.input(Revision(data=data)))

    @property
    def enter_title(self) -> str:
        return self.say(call_rules(self.game.enter_title, self.inputs, None))

    @property
    def last_slot(self) -> int | None:
        """The slot of the last entry that the game can take, if the rules know it."""
        left = self.board.left
        return None if left is None else self.log.next_slot + left - 1

    @property
    def is_full(self) -> bool:
        """True if nothing more can count until an entry is fixed."""
        return self.board.left == 0

    @cached_property
    def display_title(self) -> str:
        """The session's own title, or else that of its game."""
        custom = self.game.custom_title
        title = call_rules(custom, self.setup.options) if custom else ""
        return title or gettext(self.game.title)

    @property
    def reusable_options(self) -> kinds.Options:
        """The options that another game of these players takes over."""
        picked_options = self.log.setup_data.get("picked", ())
        return kinds.reusable_options(self.game, self.options, picked_options)

    @property
    def reusable_facts(self) -> list[tuple[str, str]]:
        """The options for another game of these players, in words, as (label, value)."""
        return self.describe(self.reusable_options)

    @property
    def option_facts(self) -> list[tuple[str, str]]:
        """The options of the game in words, without its title, as (label, value).

        A game that was imported with its totals only has no known options.
        """
        return [] if self.imported_result else self.describe(self.options)

    def describe(self, options: kinds.Options) -> list[tuple[str, str]]:
        facts = forms_of(self.game).describe_options(options)
        return [fact for fact in facts if fact[1] != self.display_title]

    def say(self, text: Text) -> str:
        return text.render(self.names, gettext, ngettext)

    @cached_property
    def board(self) -> Scoreboard:
        if result := self.imported_result:
            return board_of(result, self.lowest_wins, self.setup.ended_early)
        return call_rules(self.game.score, self.setup, self.inputs)

    @property
    def imported_result(self) -> ImportedResult | None:
        """The totals and winners of a game that has nothing else, as another app kept it."""
        return self.log.setup_data.get("result")

    @cached_property
    def lowest_wins(self) -> bool:
        return call_rules(self.game.lowest_wins, self.setup.options)

    @property
    def closed_because(self) -> str:
        """The reason why nobody can join or leave; "" if players can."""
        if self.imported_result:
            return TOTALS_ONLY
        return self.game.closed_because or (FEWER_ROUNDS_WIN if self.lowest_wins else "")

    @cached_property
    def is_unplayed(self) -> bool:
        """True if it was ended before anything counted. The rules then let all share the victory;
        a table has no winner.
        """
        if self.imported_result:
            return self.setup.ended_early and not self.board.winners
        return self.board.finished and all(result.problem for result in self.board.results)

    @property
    def ended_early(self) -> bool:
        """True if it was stopped before its end. If the rules set none, the table ends the game."""
        return self.setup.ended_early and (self.is_unplayed or not self.board.open_ended)

    @property
    def may_end(self) -> bool:
        """True if the table may end the game here and now, as a normal end that counts."""
        board = self.board
        has_results = not all(result.problem for result in board.results)
        return board.open_ended and has_results and not board.finished

    @cached_property
    def winners(self) -> Sequence[int]:
        return () if self.is_unplayed else self.board.winners

    def entry_context(
        self,
        slot: int | None = None,
        before: int | None = None,
        ahead: int = 0,
        only: int | None = None,
    ) -> EntryContext:
        """Return what a form sees: for the entry in this slot, a new one, one inserted before the
        round in slot `before`, one that comes `ahead` entries after the next, or for what `only`
        this seat counts.
        """
        end = len(self.inputs)
        place = end if slot is None else self.log.places.get(slot, end)
        return EntryContext(
            self.names,
            self.setup,
            self.inputs[:place],
            lambda n: self.entry_url(self.log.entries[n].slot),
            None if before is None else self.log.places.get(before),
            self.seating.away,
            ahead,
            self.inputs[place:],
            only,
        )

    def entry_url(self, slot: int) -> str:
        """Return the page that corrects an entry of a card, or else the one that explains it."""
        if self.game.entry_on_table_page and self.session.may(Role.SCORER):
            return correct_url(self.session.pk, slot)
        return round_url(self.session.pk, slot)

    @cached_property
    def rounds(self) -> list[Round]:
        places = enumerate(zip(self.log.entries, self.board.results, strict=True), 1)
        return [
            Round(self, number, entry, result, isinstance(result.problem, GameOver))
            for number, (entry, result) in places
        ]

    @cached_property
    def has_rounds(self) -> bool:
        """True if its entries are called rounds."""
        return self.game.entry_title is ROUND_TITLE

    @property
    def has_turns(self) -> bool:
        """True if its entries are called turns."""
        return not self.has_rounds and self.game.entry_subject is not None

    def participants(self, result: Result) -> Sequence[int]:
        """Return the seats that had a part: all have one in a round, else those with lines."""
        if not self.game.partial_entries:
            return range(len(result.points))
        return [seat for seat, lines in enumerate(result.lines) if lines]

    def result_in(self, slot: int) -> Result:
        return self.board.results[self.log.places[slot]]

    @property
    def totals_over_time(self) -> list[Sequence[int]]:
        """The totals after each entry up to the end, then with what the end itself brought."""
        totals: list[Sequence[int]] = [round.result.totals for round in self.timely]
        return [*totals, self.board.totals] if self.board.final_lines else totals

    @cached_property
    def timely(self) -> list[Round]:
        """The rounds up to the end of the game."""
        return [round for round in self.rounds if not round.late]

    @cached_property
    def late(self) -> list[Round]:
        """The rounds after the end. They don't count, and nothing about them needs fixing."""
        return [round for round in self.rounds if round.late]

    @cached_property
    def problems(self) -> list[Round]:
        """The rounds that don't count and can be fixed."""
        return [round for round in self.timely if round.result.problem]

    def round(self, slot: int) -> Round | None:
        return self.rounds[self.log.places[slot]] if slot in self.log.places else None

    @cached_property
    def saved_round(self) -> Round | None:
        """The round that the last change entered or corrected; None without one that counts."""
        last = self.log.last_change
        if not last or last.slot == SETUP or last.back_to_id:
            return None
        round = self.round(last.slot)
        return round if round and not round.result.problem else None

    @cached_property
    def marked_seat(self) -> int | None:
        """The seat that deals the next round, or that started; None if nobody is marked."""
        starter = self.log.setup_data.get("starter")
        if not starter or not self.game.starter.moves:
            return starter and starter["seat"]
        rounds = len(self.log.entries) - starter["round"]
        return clockwise(self.seating.present, starter["seat"], rounds)

    @cached_property
    def starter(self) -> int | None:
        """The seat to mark: after the end nobody deals."""
        over = self.game.starter.moves and self.board.finished
        return None if over else self.marked_seat

    @cached_property
    def url(self) -> str:
        return table_url(self.session.pk)

    @cached_property
    def target(self) -> int | None:
        return call_rules(self.game.target, self.setup.options)

    @property
    def draft(self) -> dict[str, list[str]]:
        """The input for the next entry that is not saved yet, field by field."""
        return self._draft_part("fields", MOST_FIELDS)

    @property
    def draft_authors(self) -> dict[str, Author]:
        """The author of each field of the draft, which drafts of earlier releases may not name."""
        return self._draft_part("authors", MOST_AUTHORS)

    @property
    def draft_counts(self) -> dict[str, dict[str, int]]:
        """The count of the request by which each device last touched each field (see Touches)."""
        return self._draft_part("counts", MOST_COUNTS)

    def _draft_part(self, part: str, most: int) -> dict[str, Any]:
        draft = self.session.draft
        if draft.get("slot") != self.log.next_slot:
            return {}
        values: dict[str, Any] = draft.get(part, {})
        # Earlier releases, which stored no counts, had no limit.
        return values if "counts" in draft else items_that_fit(values, most)

    @property
    def enter_turn_title(self) -> str:
        """`enter_title` with the player whose turn it is; "" if that is not known."""
        if (seat := self.board.turn) is None:
            return ""
        return self.say(Text(self.game.enter_turn_title, {"player": seat}))

    @property
    def verdict(self) -> str:
        return unplayed_verdict() if self.is_unplayed else capfirst(self.say(self.board.verdict))
