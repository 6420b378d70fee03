"""What was entered in a session, decoded by the rules of its game, and what it is called."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import Any

from games import record, registry
from games.contract import AnyGame, Impossible, Setup, Text
from games.endless import call_rules
from scorekeeper.models import GameSession, Revision
from scorekeeper.tables import kinds
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.players import SeatedPlayers
from scorekeeper.tables.translate import render_text
from scorekeeper.tables.unplayable import NotInstalled, Unreadable


class DecodedEntries(SeatedPlayers):
    """Raises NotInstalled if the rules of the game are missing."""

    def __init__(self, session: GameSession) -> None:
        if session.game not in registry.games():
            raise NotInstalled(session)
        super().__init__(session)
        self.game: AnyGame = registry.games()[session.game]

    @property
    def options(self) -> kinds.Options:
        """As they are stored."""
        options: kinds.Options = self.setup_data["options"]
        return options

    @cached_property
    def setup(self) -> Setup[Any]:
        data = self.setup_data
        options = call_rules(record.decode_options, self.game, data["options"])
        return Setup(len(self.seats), options, data["ended_early"])

    @cached_property
    def inputs(self) -> list[Any]:
        """The decoded entries. Raises Impossible for a new one that is not an entry of this game,
        and Unreadable for a stored one.
        """
        return [self.input(entry) for entry in self.entries]

    def input(self, entry: Revision) -> Any:
        """The decoded entry, decoded once for all tables that hold it."""
        if entry.input is None:
            seats = record.seats_by_number(self.most_seats)
            try:
                entry.input = call_rules(record.decode_entry, self.game, entry.data, seats)
            except Impossible as problem:
                if entry.pk is None:  # not stored yet
                    raise
                raise Unreadable(self.session) from problem
        return entry.input

    def title(self, slot: int) -> str:
        """What an entry is called: "Round 5". One that was removed is called by its old place."""
        entry = self.revisions[slot][-1]
        before = bisect_left(self.order, (entry.position, slot))
        last = next(one for one in reversed(self.revisions[slot]) if one.data is not None)
        return self.say(call_rules(self.game.entry_title, self.inputs[:before], self.input(last)))

    @property
    def next_title(self) -> str:
        return self.say(call_rules(self.game.entry_title, self.inputs, None))

    def title_for(self, data: dict[str, Any]) -> str:
        """What this would be called as the next entry."""
        return self.say(
            call_rules(self.game.entry_title, self.inputs, self.input(Revision(data=data)))
        )

    @property
    def enter_title(self) -> str:
        return self.say(call_rules(self.game.enter_title, self.inputs, None))

    @property
    def display_title(self) -> str:
        """The title of its own, or the name of the game."""
        custom = self.game.custom_title
        title = call_rules(custom, self.setup.options) if custom else ""
        return kinds.display_title(self.game, title)

    @property
    def reusable_options(self) -> kinds.Options:
        """The options that another game of these players takes over."""
        return kinds.reusable_options(self.game, self.options, self.setup_data.get("picked", ()))

    @property
    def reusable_facts(self) -> list[tuple[str, str]]:
        """How another game of these players would be set up, as (label, value)."""
        return self.describe(self.reusable_options)

    @property
    def option_facts(self) -> list[tuple[str, str]]:
        """How it was set up, beside its title, as (label, value)."""
        return self.describe(self.options)

    def describe(self, options: kinds.Options) -> list[tuple[str, str]]:
        facts = forms_of(self.game).describe_options(options)
        return [fact for fact in facts if fact[1] != self.display_title]

    def say(self, text: Text) -> str:
        return render_text(text, self.names)
