"""Finds what is worth telling other programs about a change of a game."""

from __future__ import annotations

from functools import cached_property

from scorekeeper.models import Event, GameSession, Revision
from scorekeeper.pages.game.finish import (
    GroupRecord,
    PersonalRecord,
    group_records,
    personal_records,
)
from scorekeeper.pages.game.last_change import has_just_finished, new_leaders
from scorekeeper.pages.lookback import Lookback
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import NotInstalled


class Story:
    """A change, and the table as it was just after it, in the language that is active."""

    def __init__(self, table: Table, change: Revision) -> None:
        self.table, self.change = table, change

    @classmethod
    def of(cls, revision: int) -> Story | None:
        """None if the game, or its rules, are gone."""
        games = GameSession.objects.not_deleted().with_play().select_related("group")
        if not (session := games.filter(revisions=revision).first()):
            return None
        try:
            table = Table.of(session)
        except NotInstalled:
            return None
        change = table.log.change_with_key(revision)
        return cls(table.with_log(table.log.as_after(change)), change) if change else None

    @property
    def is_start(self) -> bool:
        return (self.change.slot, self.change.revision) == (SETUP, 1)

    @property
    def is_news(self) -> bool:
        """True for something new: a removal, or what undoes something, is not told."""
        return self.change.data is not None and not self.table.log.is_undo(self.change)

    @cached_property
    def round(self) -> Round | None:
        """The round that the change added, if it counts."""
        is_new = self.change.slot != SETUP and self.change.revision == 1
        round = self.table.round(self.change.slot) if is_new else None
        return round if round and not round.result.problem else None

    @cached_property
    def is_end(self) -> bool:
        return not self.is_start and has_just_finished(self.table, self.change)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The seat that took the lead, if one did and the game goes on."""
        return () if self.is_end else new_leaders(self.table, self.change)

    @cached_property
    def personal_records(self) -> list[PersonalRecord]:
        records = personal_records(self.table) if self.is_end else []
        return [record for record in records if record.is_best]

    @cached_property
    def group_records(self) -> list[GroupRecord]:
        if not self.is_end or self.table.session.ended_early:
            return []
        return list(group_records(Lookback(self.table)))

    @property
    def winners(self) -> list[int]:
        """A game of one player has no winner."""
        return list(self.table.winners) if self.is_end and len(self.table.seats) > 1 else []

    @property
    def events(self) -> list[Event]:
        """The events in the order in which people tell them."""
        if self.is_start:
            return [Event.STARTED]
        if not self.is_news:
            return []
        facts = {
            Event.ROUND: self.round,
            Event.LEAD: self.leaders,
            Event.WON: self.winners,
            Event.RECORD: self.personal_records or self.group_records,
        }
        return [event for event, is_so in facts.items() if is_so]
