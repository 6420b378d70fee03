"""Questions that offer choices: one of several values, one or some players, yes or no."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from games.contract import Seat
from games.kit.choices import Choices
from games.kit.forms.ask import Ask
from games.kit.forms.fields import chosen_field, translate


class AskChoice(Ask):
    """One of several values."""

    template = "kit/_choice.html"
    input_type = "radio"

    @cached_property
    def pairs(self) -> list[tuple[Any, str]]:
        """The values to choose from, with their labels."""
        return [(value, translate(text)) for value, text in self.question.choices.items()]

    @property
    def selected_values(self) -> list[Any]:
        return [value for value, label in self.pairs if str(value) == self.value]

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        return {self.name: chosen_field(self.pairs, self.label, type(self.pairs[0][0]))}


class AskPlayer(AskChoice):
    """A form for a new entry does not ask if the rules know whose turn it is. A correction does."""

    template = "kit/_player.html"

    @cached_property
    def pairs(self) -> list[tuple[Any, str]]:
        names, values = self.form.names, self.submitted_values
        return [
            (int(seat), names[seat])
            for seat in self.question.seats_in(self.form.state)
            if seat not in self.form.away or str(seat) in values
        ]

    @property
    def submitted_values(self) -> list[str]:
        """The choices that were sent. One may be a player who has left meanwhile."""
        data = self.form.data
        return data.getlist(self.name) if isinstance(data, MultiValueDict) else []

    @cached_property
    def on_turn(self) -> Seat | None:
        is_asked = self.name in self.form.data
        return self.turn if self.form.is_next and not is_asked else None

    @property
    def on_turn_name(self) -> str:
        return "" if self.on_turn is None else self.form.names[self.on_turn]

    @property
    def is_outdated(self) -> bool:
        """True if the form was sent for another player, whose turn it was when it was opened.

        One that was filled in ahead, without a network, was for whoever is next.
        """
        shown = self.form.data.get(f"{self.name}_shown")
        return self.on_turn is not None and shown not in (None, str(int(self.on_turn)))

    def answer(self) -> Any:
        return super().answer() if self.on_turn is None else int(self.on_turn)

    def is_blank(self) -> bool:
        return self.on_turn is None and super().is_blank()

    def check(self) -> None:
        if self.is_outdated:
            text = gettext(
                "It is %(player)s’s turn now. Check whose points these are, then save again."
            )
            self.refuse(text % {"player": self.on_turn_name})
        elif self.question.needed and self.answer() is None:
            self.refuse(gettext("Choose a player."), "required")


class AskPlayers(AskPlayer):
    input_type = "checkbox"

    @property
    def selected_values(self) -> list[Any]:
        values = [str(value) for value in self.field.value() or ()]
        return [value for value, label in self.pairs if str(value) in values]

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        field = forms.TypedMultipleChoiceField(
            choices=Choices(self.pairs), coerce=int, required=False, label=self.label
        )
        return {self.name: field}

    @property
    def has_something(self) -> bool:
        return bool(self.selected_values)

    def answer(self) -> Any:
        return super().answer() or None


class AskYesNo(Ask):
    template = "kit/_yes_no.html"

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        initial = bool(self.question.default)
        field = forms.BooleanField(required=False, label=self.label, initial=initial)
        return {self.name: field}

    @property
    def is_checked(self) -> bool:
        return bool(self.field.value())

    @property
    def has_something(self) -> bool:
        return self.is_checked != bool(self.question.default)

    def answer(self) -> bool | None:
        is_checked = bool(super().answer())
        return None if is_checked == self.question.default else is_checked
