"""The form for an entry, made from the questions of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils.translation import pgettext

from games.contract import AnyGame, Data, EntryContext, Seat
from games.kit.forms.ask import Ask, AskingForm
from games.kit.forms.ask_numbers import AskEach, AskNumber
from games.kit.forms.asks import ask_for
from games.kit.forms.fields import translate
from games.kit.questions import Question, questions
from games.kit.rounds import ByRounds
from games.kit.state import State

PLAY = "play"


class PlayerStanding(NamedTuple):
    """A player's total before the next turn, and what the player still needs."""

    seat: int
    name: str
    total: int
    need: str
    is_next: bool


class EntryForm(AskingForm, forms.Form):
    """Asks what the fields of the game's entry ask. `game` is set by a subclass for each game.

    The button `play` keeps what is asked before the round, and says that the round is played now.
    """

    game: ClassVar[AnyGame]
    template_name = "kit/entry.html"

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context = context
        self.names, self.ahead = context.names, context.ahead
        self.is_next = entry is None and context.position is None
        self.away = context.away if self.is_next else frozenset()
        self.state = state_before(self.game, context)
        self.asks = [ask_for(one, self) for one in self.questions]
        super().__init__(data, use_required_attribute=False)
        if self.asks_before:
            self.fields[PLAY] = forms.CharField(required=False)
        for ask in self.asks:
            self.fields |= ask.fields
            if entry and ask.name in entry:
                self.initial.update(ask.initial(entry[ask.name]))
            elif context.position is not None and ask.turn is not None:
                self.initial.update(ask.initial(int(ask.turn)))

    @property
    def questions(self) -> Sequence[Question]:
        """All questions of the game. A player who counts alone is not asked about the table."""
        all_questions = questions(self.game.entry)
        if self.context.only is None:
            return all_questions
        return [one for one in all_questions if one.kind == "each" and not one.before]

    def clean(self) -> dict[str, Any]:
        for ask in (*self.asks_before, *self.asks_after):
            if not any(name in self.errors for name in ask.fields):
                ask.check()
        return self.cleaned_data

    def entry(self) -> dict[str, Any]:
        return self.answers()

    @cached_property
    def standings(self) -> list[PlayerStanding]:
        """How everyone stands before the next turn, from the player on turn; [] in rounds."""
        board = self.game.score(self.context.setup, self.context.entries)
        if board.turn is None or not self.is_next or self.ahead:
            return []
        seats = [*range(board.turn, len(self.names)), *range(board.turn)]
        return [
            PlayerStanding(
                seat,
                self.names[seat],
                board.totals[seat],
                translate(need, self.names) if (need := board.needs[seat]) else "",
                seat == board.turn,
            )
            for seat in seats
        ]

    @property
    def asks_before(self) -> list[Ask]:
        """The questions to answer before the round is played."""
        return [ask for ask in self.asks if ask.question.before]

    @property
    def asks_after(self) -> list[Ask]:
        return [ask for ask in self.asks if not ask.question.before]

    @property
    def is_after_open(self) -> bool:
        """True if a question for after the round has an answer or an error."""
        return any(ask.is_open for ask in self.asks_after)

    @cached_property
    def is_before(self) -> bool:
        """True if the round is still to be played."""
        return self.is_next and bool(self.asks_before) and not self.is_ready

    @property
    def is_only_before(self) -> bool:  # type: ignore[override]
        """True if the round is still to be played and nothing is entered for after it."""
        return self.is_before and not any(ask.has_something for ask in self.asks_after)

    @property
    def is_ready(self) -> bool:
        """True if the round is being played: every question that comes before it is answered."""
        return bool(self[PLAY].value()) and not any(
            ask.is_blank() or self.errors.keys() & ask.fields.keys() for ask in self.asks_before
        )

    def answers_before(self, seat: Seat) -> list[tuple[str, int]]:
        answers = [
            (ask.label_of_one, ask.numbers.get(seat))
            for ask in self.asks_before
            if isinstance(ask, AskEach)
        ]
        return [(label, number) for label, number in answers if number is not None]

    @property
    def keys(self) -> str:
        """The keypad that the form needs, if any."""
        return "sum" if self.typed_asks else ""

    @property
    def typed_asks(self) -> list[Ask]:
        """The questions whose answers are typed rather than tapped."""
        return [ask for ask in self.asks if not ask.is_tapped]

    @property
    def keys_folded(self) -> bool:
        """True if every question to type an answer to is folded at first."""
        if not self.is_next or (self.is_before and self.is_after_open):
            asks = self.asks
        else:
            asks = self.asks_before if self.is_before else self.asks_after
        return all(ask.question.folded and not ask.is_open for ask in asks if not ask.is_tapped)

    @property
    def unsigned(self) -> bool:
        """True if no typed number may be negative."""
        return not any(
            isinstance(ask, AskNumber) and ask.may_be_negative for ask in self.typed_asks
        )

    @property
    def next_key(self) -> str:
        """The label of the key for the next number; "" for the usual one."""
        each = all(isinstance(ask, AskEach) for ask in self.typed_asks)
        return pgettext("key", "Next player") if each else ""


def state_before(game: AnyGame, context: EntryContext) -> State:
    setup, entries = context.setup, context.entries[: context.position]
    state = (
        game.score.state(setup, entries)
        if isinstance(game.score, ByRounds)
        else State(setup, len(entries) + 1, (0,) * setup.seats, entries)
    )
    return state._replace(number=state.number + context.ahead)
