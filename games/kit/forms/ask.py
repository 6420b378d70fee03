"""The form fields of a question: their values and their errors.

Stored answers refer to seats by number: 0, or "0" as the key of a mapping.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.contract import EntryContext, Seat
from games.kit.forms.fields import translate
from games.kit.questions import Question
from games.kit.state import State


class AskingForm(forms.BaseForm):
    """A form made from questions, and what they know of it."""

    asks: Sequence[Ask]
    context: EntryContext
    names: Sequence[str]
    state: State
    away: frozenset[int] = frozenset()
    is_next = True
    is_only_before = False

    def answers(self) -> dict[str, Any]:
        """Return the answers as they are stored, without blanks."""
        answers = {ask.name: ask.answer() for ask in self.asks}
        return {name: answer for name, answer in answers.items() if answer is not None}

    def answers_before(self, seat: Seat) -> list[tuple[str, int]]:
        """Return what a player said before the round, each with its label."""
        return []


class Ask(ABC):
    """A question in a form."""

    template: str
    is_tapped = True

    def __init__(self, question: Question, form: AskingForm) -> None:
        self.question, self.form, self.name = question, form, question.name
        self.label = translate(question.label)

    @property
    def hint(self) -> str:
        return translate(self.question.hint) if self.question.hint else ""

    @property
    def field(self) -> forms.BoundField:
        return self.form[self.name]

    @property
    def turn(self) -> Seat | None:
        """The player whose turn it is at this place in the game, if the question is about that."""
        return self.question.turn(self.form.state) if self.question.turn else None

    @property
    def value(self) -> str:
        """The field's value as text, or ""."""
        return text_of(self.field)

    @property
    def is_open(self) -> bool:
        """True if a folded question is open, because it has an answer or an error."""
        return self.has_something or bool(self.form.errors.keys() & self.fields.keys())

    @property
    def has_something(self) -> bool:
        """True if there is an answer; where one is usual, if there is another."""
        return self.value != ""

    @property
    @abstractmethod
    def fields(self) -> dict[str, forms.Field]:
        """The form fields; the one with the name of the question holds its errors."""

    def initial(self, value: Any) -> dict[str, Any]:
        """Return the values of the fields for a stored answer."""
        return {self.name: value}

    def answer(self) -> Any:
        """Return the answer as it is stored; None for a blank."""
        return self.form.cleaned_data.get(self.name)

    def is_blank(self) -> bool:
        """Return whether a required answer is missing; also works before the form is sent."""
        return self.question.needed and self.field.value() in (None, "")

    def check(self) -> None:
        """Add what is wrong to the errors of the form."""
        if self.question.needed and self.answer() is None:
            self.refuse(gettext("Choose an answer."), "required")

    def refuse(self, message: str, code: str = "invalid") -> None:
        if self.question.before and self.form.data.get("play") == "now":
            code = "invalid"  # without it the round cannot be played
        elif code == "required" and not self.question.before and self.form.is_only_before:
            code = "later"
        self.form.add_error(self.name, ValidationError(message, code))


def text_of(field: forms.BoundField) -> str:
    value = field.value()
    return "" if value is None else str(value)
